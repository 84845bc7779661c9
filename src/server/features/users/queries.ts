import type { UserRow } from '#contract/users.ts'
import { userStatusToText } from '#domain/users.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { assignedNames, type UserWithProjects } from '../projects/queries.ts'

/** The columns that a list needs; a password hash is none of them. */
const LISTED = [
  'id',
  'fullName',
  'email',
  'createdAt',
  'status',
  'role',
  'message',
  'organisation',
  'confirmedAt',
  'version',
] as const
export type ListedUser = Pick<UserWithProjects, (typeof LISTED)[number] | 'projectTypes'>

export const selectListed = (db: Database) =>
  db.selectFrom('users').select(LISTED).select(assignedNames().as('projectTypes'))

export const presentUser = (user: ListedUser): UserRow => ({
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
