import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../adapters/storage/incoming/durable-files.ts'
import type { Keys } from '../secrets/keys.ts'

/** Beside the manifest: the id of the key, and the HMAC-SHA256 of the manifest with the key that signs backups. */
export const SIGNATURE = 'manifest.hmac'

export type SigningKeys = Pick<Keys, 'id' | 'backups'>

const hmacOf = (text: string, { backups }: SigningKeys): Buffer => createHmac('sha256', backups).update(text).digest()

export const signatureOf = (manifest: string, keys: SigningKeys): string =>
  `${keys.id} ${hmacOf(manifest, keys).toString('hex')}\n`

const UNSIGNED_HINT = 'Use --unsigned to accept it anyway.'

export const UNSIGNED_WARNING =
  'Signature not checked (--unsigned): nothing proves where these rows come from. Anyone who could write to the backup may have ' +
  'changed them, for example made themselves staff.'

/** Returns why a signature is not valid, or undefined. Nothing in a backup is trusted before this check. */
export async function signatureProblem(
  backup: string,
  manifest: string,
  keys: SigningKeys,
): Promise<string | undefined> {
  const text = await readFile(join(backup, SIGNATURE), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (text === undefined)
    return `${backup} is not signed: either it was created by an older Skyfurrow, or someone has removed its ${SIGNATURE}. ${UNSIGNED_HINT}`
  const [, keyId, hex = ''] = /^([0-9a-f]{16}) ([0-9a-f]{64})\n$/.exec(text) ?? []
  if (keyId !== undefined && keyId !== keys.id)
    return `${backup} is signed with another secret key (${keyId}) than the current one (${keys.id}). Set the SECRET_KEY, or restore the secret.key in DATA_DIR, that it was created with.`
  const recorded = Buffer.from(hex, 'hex')
  const computed = hmacOf(manifest, keys)
  if (recorded.length === computed.length && timingSafeEqual(recorded, computed)) return undefined
  return `The signature of ${backup} is wrong: it was changed or damaged after it was created. Take another backup.`
}
