import type { UserRow } from '#contract/users.ts'
import { userStatusToText } from '#domain/users.ts'
import type { User } from '../../adapters/db/schema.ts'

export const presentUser = (user: User): UserRow => ({
  cognitoUserId: user.id,
  fullName: user.fullName,
  email: user.email,
  createdAt: user.createdAt.toISOString(),
  status: userStatusToText(user.status),
  projectTypes: user.projectTypes,
  roles: [user.role],
  message: user.message,
  version: user.version,
})
