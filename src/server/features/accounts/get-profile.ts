import type { ProfileData } from '#contract/accounts.ts'
import { userStatusToText } from '#domain/users.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { assignedNames } from '../projects/queries.ts'

export async function getProfile(deps: Pick<Deps, 'db'>, actor: Actor): Promise<ProfileData> {
  const { message, projectTypes } = await deps.db
    .selectFrom('users')
    .select(['message', assignedNames.as('projectTypes')])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return {
    fullName: actor.fullName,
    email: actor.email,
    roles: [actor.role],
    status: userStatusToText(actor.status),
    projectTypes,
    message,
    ...(actor.due ? { due: actor.due } : {}),
  }
}
