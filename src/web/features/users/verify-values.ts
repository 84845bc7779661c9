import type { UserRow } from '#contract/users.ts'
import { isUserStatusText, type UserStatus, userStatusFromText } from '#domain/users.ts'

/** The values of the form in the 'Verify User' dialog. */
export type VerifyValues = { status: UserStatus | ''; projectTypes: { name: string }[]; message: string }

export const verifyValuesOf = (user: UserRow): VerifyValues => ({
  status: isUserStatusText(user.status) ? userStatusFromText(user.status) : '',
  projectTypes: user.projectTypes.map((name) => ({ name })),
  message: user.message ?? '',
})
