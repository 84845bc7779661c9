import { ApiError, UNEXPECTED } from '#web/lib/api.ts'

type Messages = { byStatus: Record<number, string>; other: string }

const CONFIRMATION: Messages = {
  byStatus: {
    400: 'Invalid confirmation details provided',
    404: 'User not found or already confirmed',
    500: 'Server error occurred. Please try again later',
  },
  other: 'An error occurred during confirmation',
}

const REGISTRATION: Messages = {
  byStatus: {
    400: 'Invalid registration details provided',
    409: 'An account with this email already exists',
    500: 'Server error occurred. Please try again later',
  },
  other: 'An error occurred during registration',
}

/** The message of the server, or else the message for its status. */
function messageFor(error: unknown, { byStatus, other }: Messages): string {
  if (!(error instanceof ApiError) || error.status === 0) return UNEXPECTED
  return serverMessage(error) ?? byStatus[error.status] ?? other
}

const serverMessage = (error: ApiError): string | undefined =>
  error.message === UNEXPECTED ? undefined : error.message

const serverMessageOr = (error: unknown, fallback: string): string => {
  if (!(error instanceof ApiError)) return 'An error occurred'
  return serverMessage(error) ?? (error.status === 0 ? UNEXPECTED : fallback)
}

/** The specification uses the messages of the confirmation for the login too. */
export const logInError = (error: unknown): string => messageFor(error, CONFIRMATION)
export const confirmationError = (error: unknown): string => messageFor(error, CONFIRMATION)
export const registrationError = (error: unknown): string => messageFor(error, REGISTRATION)
export const sendCodeError = (error: unknown): string => serverMessageOr(error, 'Failed to send verification code')
export const changeNameError = (error: unknown): string => serverMessageOr(error, 'The name could not be changed')
export const changePasswordError = (error: unknown): string =>
  serverMessageOr(error, 'The password could not be changed')
export const sessionsError = (error: unknown): string => serverMessageOr(error, 'The sessions could not be loaded')
export const endSessionError = (error: unknown): string => serverMessageOr(error, 'The session could not be ended')
export const secondFactorError = (error: unknown): string =>
  serverMessageOr(error, 'The second factor could not be changed')
export const loadSecondFactorError = (error: unknown): string =>
  serverMessageOr(error, 'The second factor could not be loaded')
export const resetPasswordError = (error: unknown): string => serverMessageOr(error, 'Failed to reset password')
