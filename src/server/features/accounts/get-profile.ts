import { sql } from 'kysely'
import type { ProfileData } from '#contract/accounts.ts'
import { NO_ACCOUNT } from '#domain/memberships.ts'
import { userStatusToText } from '#domain/users.ts'
import { purgeOnOf } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { assignedNames } from '../projects/queries.ts'
import { accountName, workingAccount } from './queries.ts'

export async function getProfile(deps: Pick<Deps, 'db'>, actor: Actor): Promise<ProfileData> {
  const { accountId, accountRole: role } = actor
  const { message, projectTypes, purgeOn, name } = await deps.db
    .selectFrom('users')
    .select([
      'message',
      assignedNames(actor.projectId).as('projectTypes'),
      purgeOnOf('users').as('purgeOn'),
      accountName.as('name'),
    ])
    .where('id', '=', actor.accountId)
    .executeTakeFirstOrThrow()
  const account = actor.role === 'USER' && role ? workingAccount(actor.userId, { accountId, name, role }) : undefined
  const approvalHours = actor.status === 'PENDING' ? await approvalHoursOf(deps.db) : null
  return {
    fullName: actor.fullName,
    email: actor.email,
    roles: [actor.role],
    status: userStatusToText(actor.status),
    projectTypes,
    message: actor.role === 'USER' && !actor.accountRole ? NO_ACCOUNT : message,
    ...(account ? { account } : {}),
    ...(purgeOn ? { purgeOn: purgeOn.toISOString() } : {}),
    ...(approvalHours === null ? {} : { approvalHours }),
    ...(actor.due ? { due: actor.due } : {}),
  }
}

const APPROVALS = { newest: 50, least: 5, share: 0.8 }

/** From the confirmation of an email on: the time in which most of the newest approvals came; null where too few are known. */
async function approvalHoursOf(db: Database): Promise<number | null> {
  const { rows } = await sql<{ hours: number | null }>`
    select case when count(*) >= ${APPROVALS.least} then
      percentile_cont(${APPROVALS.share}) within group (order by extract(epoch from approved_at - confirmed_at)) / 3600 end as hours
    from (
      select approved_at, confirmed_at from users where approved_at is not null and confirmed_at is not null
      order by approved_at desc limit ${APPROVALS.newest}
    ) newest`.execute(db)
  return rows[0]?.hours ?? null
}
