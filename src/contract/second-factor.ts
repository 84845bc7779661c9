import { z } from 'zod'
import { checkTotpCode, RECOVERY_CODES, TOTP_PATTERN } from '#domain/second-factor.ts'
import { currentPassword, factorCode } from './accounts.ts'
import { data, endpoint, ruled, timestamp } from './endpoint.ts'

const totpCode = ruled(checkTotpCode, {
  pattern: TOTP_PATTERN,
  description: 'The 6 digits that an authenticator app shows now',
})
export const factorProof = z.object({ currentPassword, code: factorCode })

const factorState = z.object({
  onSince: z.nullable(timestamp).meta({ description: 'null when this account has no second factor' }),
  recoveryCodesLeft: z.int(),
})
export type FactorState = z.infer<typeof factorState>

const newFactor = z.object({
  key: z.string().meta({ description: 'For typing into an authenticator app, base 32' }),
  uri: z.string().meta({ description: 'The same as an otpauth address, for a QR code' }),
})
export type NewFactor = z.infer<typeof newFactor>

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** Optional TOTP (RFC 6238) in addition to the password. */
export const secondFactor = {
  getSecondFactor: endpoint({
    tag: 'accounts',
    method: 'GET',
    path: '/auth/second-factor',
    access: 'signed-in',
    limit: 'general',
    summary: 'Whether a login of this person asks for a code, and how many recovery codes are left',
    reply: data(factorState),
    success: 'Second factor loaded',
  }),
  startSecondFactor: endpoint({
    tag: 'accounts',
    method: 'POST',
    path: '/auth/second-factor/start',
    access: 'signed-in',
    limit: 'general',
    summary: 'Make a key for an authenticator app, given the current password; it comes into force with its first code',
    body: z.object({ currentPassword }),
    reply: data(newFactor),
    success: 'Scan the key with your authenticator app',
    errors: [409, 429],
  }),
  confirmSecondFactor: endpoint({
    tag: 'accounts',
    method: 'POST',
    path: '/auth/second-factor/confirm',
    access: 'signed-in',
    limit: 'general',
    summary: 'Bring the key into force with a code of it; ends all other sessions. Answers recovery codes, once',
    body: z.object({ code: totpCode }),
    reply: data(recoveryCodes),
    success: 'Second factor switched on',
    errors: [409, 429],
  }),
  renewRecoveryCodes: endpoint({
    tag: 'accounts',
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    access: 'signed-in',
    limit: 'general',
    summary: 'Make new recovery codes, given the current password and a code; those before are void',
    body: factorProof,
    reply: data(recoveryCodes),
    success: 'New recovery codes made',
    errors: [409, 429],
  }),
  stopSecondFactor: endpoint({
    tag: 'accounts',
    method: 'POST',
    path: '/auth/second-factor/stop',
    access: 'signed-in',
    limit: 'general',
    summary: 'Switch the second factor off, given the current password and a code',
    body: factorProof,
    success: 'Second factor switched off',
    errors: [409, 429],
  }),
}
