import { ApiError, messageOr, UNEXPECTED } from '#web/lib/api.ts'

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
  if (!(error instanceof ApiError) || error.status === 0 || error.isUnreadable) return UNEXPECTED
  return messageOr(error, byStatus[error.status] ?? other)
}

const callProblem = (error: unknown, fallback: string): string => {
  if (!(error instanceof ApiError)) return 'An error occurred'
  return messageOr(error, error.status === 0 ? UNEXPECTED : fallback)
}

/** The specification uses the messages of the confirmation for the login too. */
export const logInError = (error: unknown): string => messageFor(error, CONFIRMATION)
export const confirmationError = (error: unknown): string => messageFor(error, CONFIRMATION)
export const registrationError = (error: unknown): string => messageFor(error, REGISTRATION)
export const sendCodeError = (error: unknown): string => callProblem(error, 'Failed to send verification code')
export const changeNameError = (error: unknown): string => callProblem(error, 'The name could not be changed')
export const changePasswordError = (error: unknown): string => callProblem(error, 'The password could not be changed')
export const sessionsError = (error: unknown): string => callProblem(error, 'The sessions could not be loaded')
export const endSessionError = (error: unknown): string => callProblem(error, 'The session could not be ended')
export const secondFactorError = (error: unknown): string =>
  callProblem(error, 'The second factor could not be changed')
export const loadSecondFactorError = (error: unknown): string =>
  callProblem(error, 'The second factor could not be loaded')
export const resetPasswordError = (error: unknown): string => callProblem(error, 'Failed to reset password')
