import { z } from 'zod'
import {
  checkConfirmationCode,
  checkEmail,
  checkFullName,
  checkLoginPassword,
  checkNewPassword,
  checkOrganisation,
  checkResetCode,
  EMAIL_MAX,
  FULL_NAME_MAX,
  FULL_NAME_MIN,
  ORGANISATION_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  ROLES,
} from '#domain/accounts.ts'
import { ACCOUNT_ROLES } from '#domain/memberships.ts'
import { checkSecondFactorCode, REQUIRED_ACTIONS, SECOND_FACTOR_CODE_PATTERN } from '#domain/second-factor.ts'
import { TOKEN_SCOPES } from '#domain/tokens.ts'
import { USER_STATUS_TEXTS } from '#domain/users.ts'
import { checkedBy, data, endpoint, id, purgeOn, timestamp } from './endpoint.ts'

const ONE_LINE = String.raw`^[^\u0000-\u001f\u007f]*$`

export const email = checkedBy(checkEmail, { maxLength: EMAIL_MAX, format: 'email' })
export const fullName = checkedBy(checkFullName, {
  minLength: FULL_NAME_MIN,
  maxLength: FULL_NAME_MAX,
  pattern: ONE_LINE,
})
const passwordLength = { minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX }
export const newPassword = checkedBy(checkNewPassword, { ...passwordLength, format: 'password' })
const sixDigits = { pattern: '^[0-9]{6}$' }
const refreshToken = z.string().min(1, 'A refresh token is required').max(512)

export const registration = z.object({
  fullName,
  email,
  password: newPassword,
  organisation: checkedBy(checkOrganisation, {
    maxLength: ORGANISATION_MAX,
    pattern: ONE_LINE,
    description: 'Shown to staff, who decide on the account',
  }).optional(),
})
export const credentials = z.object({ email, password: checkedBy(checkLoginPassword, passwordLength) })
export const factorCode = checkedBy(checkSecondFactorCode, {
  pattern: SECOND_FACTOR_CODE_PATTERN,
  description: 'The 6 digits of an authenticator app, or a recovery code',
})
export const passwordReset = z.object({
  email,
  verificationCode: checkedBy(checkResetCode, sixDigits),
  newPassword,
})

export const currentPassword = z
  .string()
  .min(1, 'Enter your current password')
  .max(PASSWORD_MAX * 4)
export const passwordChange = z.object({ currentPassword, newPassword })

/** Missing if there is none. */
const due = z
  .optional(z.enum(REQUIRED_ACTIONS))
  .meta({ description: 'The required action of this person; until it is done other calls answer 403' })

const workingAccount = z.object({ accountId: z.string(), name: z.string(), role: z.enum(ACCOUNT_ROLES) })
export type WorkingAccount = z.infer<typeof workingAccount>
const account = workingAccount.optional().meta({
  description: 'In which the person works; missing for owners of their own',
})

export const loginData = z.object({
  email: z.string(),
  username: z.string(),
  fullName: z.string(),
  roles: z.array(z.enum(ROLES)),
  userStatus: z.enum(USER_STATUS_TEXTS),
  assignedProjects: z.array(z.string()),
  accessToken: z.string(),
  refreshToken: z.string(),
  idToken: z.string(),
  tokenType: z.literal('Bearer'),
  expiresIn: z.int().meta({ description: 'Lifetime of the access token in seconds' }),
  account,
  due,
})
export type LoginData = z.infer<typeof loginData>

const profileData = z.object({
  fullName: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  status: z.enum(USER_STATUS_TEXTS),
  projectTypes: z.array(z.string()),
  message: z.nullable(z.string()).meta({ description: 'What staff last wrote to this person' }),
  account,
  purgeOn: purgeOn.optional(),
  approvalHours: z.number().optional().meta({
    description:
      'Within how many hours most of the newest accounts were approved; while this one waits, and once enough are known',
  }),
  due,
})
export type ProfileData = z.infer<typeof profileData>

export const openSession = z.object({
  sessionId: z.string(),
  startedTime: timestamp,
  usedTime: timestamp,
  device: z.string().meta({ description: 'The user agent at login' }),
  address: z.string(),
  current: z.boolean().meta({ description: 'The session of this call' }),
})
export type OpenSession = z.infer<typeof openSession>

const byAnyone = { tag: 'accounts', access: 'public' } as const
export const bySignedIn = { tag: 'accounts', access: 'signed-in', limit: 'general' } as const

export const accounts = {
  logIn: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/login',
    limit: 'login',
    summary:
      'Log in with email and password. An account with a second factor also needs a code, once the password is correct: 401, and `errors` names the field `code`',
    body: credentials.extend({ code: z.optional(factorCode) }),
    reply: data(loginData),
    success: 'Login successful!',
    errors: [401, 403],
  }),
  refreshSession: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/refresh',
    limit: 'refresh',
    summary: 'Exchange a refresh token for new tokens; each refresh token works once',
    body: z.object({
      refreshToken,
      unattended: z.optional(z.boolean()).meta({
        description:
          'The person is idle: the session continues, but does not count as used, and ends at its idle timeout',
      }),
    }),
    reply: data(loginData),
    success: 'Session refreshed',
    errors: [401],
  }),
  getSignOn: endpoint({
    ...byAnyone,
    method: 'GET',
    path: '/auth/sign-on',
    limit: 'general',
    summary: 'Where customers may log in with their account there (OpenID Connect)',
    reply: data(z.object({ name: z.nullable(z.string()).meta({ description: 'Null for passwords only' }) })),
    success: 'Loaded',
  }),
  startSignOn: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/sign-on/start',
    limit: 'login',
    summary: 'Begin to log in there: the browser goes to `url`, and keeps the ticket for its return',
    reply: data(z.object({ url: z.string(), ticket: z.string() })),
    success: 'Begun',
    errors: [404, 503],
  }),
  finishSignOn: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/sign-on/finish',
    limit: 'login',
    summary:
      'Log in with what the other service answered. A person without an account gets one, which waits for approval. Staff and people with a second factor use their password.',
    body: z.object({
      ticket: z.string().min(1).max(600),
      answer: z.string().max(2080).meta({ description: 'The query string with which the browser came back' }),
    }),
    reply: data(loginData),
    success: 'Login successful!',
    errors: [401, 403, 404, 503],
  }),
  logOut: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/logout',
    limit: 'general',
    summary: 'End the session that a refresh token belongs to',
    body: z.object({ refreshToken }),
    success: 'You have successfully logged out!',
  }),
  getProfile: endpoint({
    tag: 'accounts',
    method: 'GET',
    path: '/auth/get-profile',
    access: 'any-session',
    scopes: TOKEN_SCOPES,
    limit: 'general',
    summary: 'The signed-in person, with the current account status',
    reply: data(profileData),
    success: 'Profile loaded',
  }),
  register: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/register',
    limit: 'register',
    summary: 'Create an account; a 6-digit code is emailed to confirm the address',
    body: registration,
    success: 'Registration successful! Please verify your email.',
    errors: [409, 429],
  }),
  confirmUser: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/confirm-user',
    limit: 'code-check',
    summary: 'Confirm an email address with the emailed code',
    body: z.object({
      email,
      fullName: z.string().max(1000).default(''),
      confirmationCode: checkedBy(checkConfirmationCode, sixDigits),
    }),
    success: 'User confirmed successfully!',
    errors: [404, 429],
  }),
  resendCode: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/resend-code',
    limit: 'code-send',
    summary:
      'Email a new confirmation code, at most one a minute, five an hour and ten a day; the reply is always the same',
    body: z.object({ email }),
    success: 'If this address is waiting for confirmation, a new code is on its way.',
  }),
  forgotPassword: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/forgot-password',
    limit: 'code-send',
    summary: 'Email a code to reset the password; the reply does not disclose whether the account exists',
    query: z.object({ email }),
    success: 'Verification code sent to your email!',
  }),
  confirmForgotPassword: endpoint({
    ...byAnyone,
    method: 'POST',
    path: '/auth/confirm-forgot-password',
    limit: 'code-check',
    summary: 'Set a new password with the emailed code; ends all sessions of the account',
    body: passwordReset,
    success: 'Password reset successful!',
    statusCodeAs: 'text',
  }),
  changeName: endpoint({
    ...bySignedIn,
    method: 'POST',
    path: '/auth/change-name',
    limit: 'rename',
    summary: 'Change the full name of the account',
    body: z.object({ fullName }),
    reply: data(profileData),
    success: 'Name changed',
  }),
  changePassword: endpoint({
    tag: 'accounts',
    method: 'POST',
    path: '/auth/change-password',
    access: 'any-session',
    limit: 'general',
    summary: 'Change the password, given the current one; ends all other sessions',
    body: passwordChange,
    success: 'Password changed',
    errors: [429],
  }),
  listSessions: endpoint({
    ...bySignedIn,
    method: 'GET',
    path: '/auth/sessions',
    summary: 'The sessions of this person, last used first',
    reply: data(z.array(openSession)),
    success: 'Sessions loaded',
  }),
  endSession: endpoint({
    ...bySignedIn,
    method: 'DELETE',
    path: '/auth/session',
    summary: 'End one session of this person',
    query: z.object({ sessionId: id }),
    success: 'Session ended',
    errors: [404],
  }),
  endOtherSessions: endpoint({
    ...bySignedIn,
    method: 'DELETE',
    path: '/auth/other-sessions',
    summary: 'End all sessions of this person except the current one',
    success: 'All other sessions ended',
  }),
}
