import { z } from 'zod'
import { checkTotpCode, RECOVERY_CODES, TOTP_PATTERN } from '#domain/second-factor.ts'
import { bySignedIn, currentPassword, factorCode } from './accounts.ts'
import { checkedBy, data, endpoint, timestamp } from './endpoint.ts'

const totpCode = checkedBy(checkTotpCode, {
  pattern: TOTP_PATTERN,
  description: 'The 6 digits that the authenticator app shows now',
})
export const secondFactorProof = z.object({ currentPassword, code: factorCode })

const secondFactorState = z.object({
  onSince: z.nullable(timestamp).meta({ description: 'null when this account has no second factor' }),
  recoveryCodesLeft: z.int(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

const newSecondFactor = z.object({
  key: z.string().meta({ description: 'Base32, to type into an authenticator app' }),
  uri: z.string().meta({ description: 'The key as an otpauth URI, for a QR code' }),
})
export type NewSecondFactor = z.infer<typeof newSecondFactor>

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** Optional TOTP (RFC 6238) in addition to the password. */
export const secondFactor = {
  getSecondFactor: endpoint({
    ...bySignedIn,
    method: 'GET',
    path: '/auth/second-factor',
    summary: 'Whether this person has a second factor, and how many recovery codes are left',
    reply: data(secondFactorState),
    success: 'Second factor loaded',
  }),
  startSecondFactor: endpoint({
    ...bySignedIn,
    method: 'POST',
    path: '/auth/second-factor/start',
    summary: 'Create a key for an authenticator app, with the current password; it is active after its first code',
    body: z.object({ currentPassword }),
    reply: data(newSecondFactor),
    success: 'Scan the key with your authenticator app',
    errors: [409, 429],
  }),
  confirmSecondFactor: endpoint({
    ...bySignedIn,
    method: 'POST',
    path: '/auth/second-factor/confirm',
    summary: 'Activate the key with one of its codes; ends all other sessions. Returns the recovery codes, once',
    body: z.object({ code: totpCode }),
    reply: data(recoveryCodes),
    success: 'Second factor turned on',
    errors: [409, 429],
  }),
  renewRecoveryCodes: endpoint({
    ...bySignedIn,
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    summary: 'Create new recovery codes, with the current password and a code; the old ones no longer work',
    body: secondFactorProof,
    reply: data(recoveryCodes),
    success: 'New recovery codes created',
    errors: [409, 429],
  }),
  stopSecondFactor: endpoint({
    ...bySignedIn,
    method: 'POST',
    path: '/auth/second-factor/stop',
    summary: 'Turn the second factor off, with the current password and a code',
    body: secondFactorProof,
    success: 'Second factor turned off',
    errors: [409, 429],
  }),
}
