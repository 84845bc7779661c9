import type { Kysely } from 'kysely'
import type { UserRow } from '#contract/users.ts'
import { userStatusToText } from '#domain/users.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { assignedNames, type UserWithProjects } from '../projects/queries.ts'

export const selectWithProjects = (db: Kysely<Schema>) =>
  db.selectFrom('users').selectAll().select(assignedNames.as('projectTypes'))

export const presentUser = (user: UserWithProjects): UserRow => ({
  cognitoUserId: user.id,
  fullName: user.fullName,
  email: user.email,
  createdAt: user.createdAt.toISOString(),
  status: userStatusToText(user.status),
  projectTypes: user.projectTypes,
  roles: [user.role],
  message: user.message,
  organisation: user.organisation,
  isEmailConfirmed: user.confirmedAt !== null,
  version: user.version,
})
