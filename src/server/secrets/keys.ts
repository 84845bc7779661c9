import { createPrivateKey, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasMarker, isEmpty } from '../adapters/db/embedded/embedded-folder.ts'
import type { Config } from '../config/config.ts'

/** The secrets of the server, all derived from one. */
export type Keys = ReturnType<typeof deriveKeys>

export const fileIn = (dataDir: string): string => join(dataDir, 'secret.key')

/** The 32 bytes in the data folder, created at the first start. @throws when there are data already that need theirs. */
export function readOrCreateSecret(dataDir: string): Buffer {
  const file = fileIn(dataDir)
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) {
    if (hasMarker(dataDir) || !isEmpty(dataDir)) throw new Error(noSecret(dataDir))
    // Written atomically: a partial file after a crash would look like damage.
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  return readSecret(file)
}

/** The secret of an existing data folder; none is created. @throws Error with a clear message. */
export function readSecretOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer {
  if (secretKey) return secretKey
  if (!existsSync(fileIn(dataDir))) throw new Error(noSecret(dataDir))
  return readSecret(fileIn(dataDir))
}

const noSecret = (dataDir: string): string =>
  `There is no secret key: ${fileIn(dataDir)} is missing, and SECRET_KEY is not set. ` +
  "The data was created with a key and can't be used with another one. Restore the key that belongs to it."

/** @throws Error with a clear message when the file was not written by this program. */
export function readSecret(file: string): Buffer {
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (secret.length < 32)
    throw new Error(`${file} is damaged: it should hold 64 hexadecimal digits. Restore it from a backup.`)
  return secret
}

export function deriveKeys(secret: Buffer) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'skyfurrow', purpose, 32))
  // An Ed25519 private key is any 32 bytes behind this fixed PKCS #8 header (RFC 8410).
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), derive('token-signing')])
  const tokenSigning = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    /** Distinguishes one secret from another, and reveals nothing of either. */
    id: derive('key-id').toString('hex').slice(0, 16),
    tokenSigning,
    tokenVerifying: createPublicKey(tokenSigning),
    refreshTokens: derive('refresh-tokens'),
    codes: derive('codes'),
    storageLinks: derive('storage-links'),
    /** Of links that people share. */
    links: derive('links'),
    secondFactors: derive('second-factors'),
    /** Encrypts tokens of breeding databases. */
    databaseTokens: derive('database-tokens'),
    /** Signs backups. */
    backups: derive('backups'),
  }
}
