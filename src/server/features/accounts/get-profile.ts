import type { ProfileData } from '#contract/accounts.ts'
import { userStatusToText } from '#domain/users.ts'
import { purgeOnOf } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { assignedNames } from '../projects/queries.ts'

export async function getProfile(deps: Pick<Deps, 'db'>, actor: Actor): Promise<ProfileData> {
  const { message, projectTypes, purgeOn } = await deps.db
    .selectFrom('users')
    .select(['message', assignedNames.as('projectTypes'), purgeOnOf('users').as('purgeOn')])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return {
    fullName: actor.fullName,
    email: actor.email,
    roles: [actor.role],
    status: userStatusToText(actor.status),
    projectTypes,
    message,
    ...(purgeOn ? { purgeOn: purgeOn.toISOString() } : {}),
    ...(actor.due ? { due: actor.due } : {}),
  }
}
