import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every secret of the server, derived from one. */
export type Keys = {
  /** Tells one secret from another, and nothing of either. */
  id: string
  tokenSigning: KeyObject
  tokenVerifying: KeyObject
  refreshTokens: Buffer
  codes: Buffer
  storageLinks: Buffer
  secondFactors: Buffer
}

/** The 32 bytes kept in the data folder, made at the first start. */
export function readOrMakeSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) {
    // Whole or not at all: what a crash leaves half written would have to be taken for damage.
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  return readSecret(file)
}

/** @throws Error in plain words when it is not what this program has written. */
export function readSecret(file: string): Buffer {
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (secret.length < 32)
    throw new Error(`${file} is damaged: it should hold 64 hexadecimal digits. Restore it from a backup.`)
  return secret
}

export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'skyfurrow', purpose, 32))
  // An Ed25519 private key is any 32 bytes behind this fixed PKCS #8 header (RFC 8410).
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), derive('token-signing')])
  const tokenSigning = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    id: derive('key-id').toString('hex').slice(0, 16),
    tokenSigning,
    tokenVerifying: createPublicKey(tokenSigning),
    refreshTokens: derive('refresh-tokens'),
    codes: derive('codes'),
    storageLinks: derive('storage-links'),
    secondFactors: derive('second-factors'),
  }
}
