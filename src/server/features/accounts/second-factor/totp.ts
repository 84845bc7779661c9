import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { brand } from '#domain/brand.ts'
import {
  RECOVERY_ALPHABET,
  RECOVERY_CHARACTERS,
  TOTP_DIGITS,
  TOTP_STEP_SECONDS,
  TOTP_WINDOW_STEPS,
} from '#domain/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { seal, unseal } from '../../../secrets/seal.ts'

type Keyed = Pick<Deps, 'keys'>

const KEY_BYTES = 20

const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: brand.name, label, secret, algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_STEP_SECONDS })

/** A new TOTP secret: encrypted for the database, as text for manual entry, and as the URI for the QR code. */
export function generateTotpSecret(
  deps: Keyed,
  { id, email }: { id: string; email: string },
): { encrypted: string; key: string; uri: string } {
  const bytes = randomBytes(KEY_BYTES)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  return {
    encrypted: seal(deps.keys.secondFactors, id, bytes),
    key: secret.base32,
    uri: totpOf(secret, email).toString(),
  }
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / TOTP_STEP_SECONDS)

/** The time step of a code, within one step of now. Undefined for a wrong code. */
export function stepOf(
  deps: Keyed,
  factor: { userId: string; secret: string },
  { code, at }: { code: string; at: Date },
): number | undefined {
  const bytes = unseal(deps.keys.secondFactors, factor.userId, factor.secret)
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const delta = totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: TOTP_WINDOW_STEPS })
  return delta === null ? undefined : stepAt(at) + delta
}

export const generateRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_CHARACTERS }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')

export const hashRecoveryCode = ({ keys }: Keyed, userId: string, code: string): string =>
  createHmac('sha256', keys.codes).update(`RECOVERY\n${userId}\n${code}`).digest('hex')
