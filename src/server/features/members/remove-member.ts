import { sql } from 'kysely'
import type { Member } from '#contract/members.ts'
import { AppError } from '#domain/errors.ts'
import { ONLY_OWNERS } from '#domain/memberships.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { lockPeople } from '../accounts/locked-account.ts'
import { accountFor, membersOf } from '../accounts/queries.ts'
import { cancelUploadsOf } from '../uploads/cancel-upload.ts'
import { memberNotFound, requireSomeOwner } from './queries.ts'

/**
 * Removes a person from the account, or leaves it. What they have sent and made stays; what they still send is cancelled, and
 * their sessions and API tokens in this account end. Only that of the caller goes on, in an account that is left to them.
 */
export const removeMember = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { userId }: { userId: string },
): Promise<Member[]> =>
  deps.db.transaction().execute(async (trx) => {
    const { accountId } = actor
    const role = await lockPeople(trx, actor)
    if (role !== 'owner' && userId !== actor.userId) throw new AppError('forbidden', ONLY_OWNERS)
    const before = (await membersOf(trx, accountId)).find((member) => member.userId === userId)
    if (!before) throw memberNotFound()
    await trx.deleteFrom('memberships').where('accountId', '=', accountId).where('userId', '=', userId).execute()
    await requireSomeOwner(trx, accountId)
    await cancelUploadsOf(trx, deps, { accountId, userId, caller: actor })
    await trx.deleteFrom('apiTokens').where('accountId', '=', accountId).where('userId', '=', userId).execute()
    await endSessionsIn(trx, { accountId, userId, at: deps.now(), except: actor.sessionId })
    const entry = { at: deps.now(), action: 'account.member-removed', subject: `user:${accountId}` }
    await audit(trx, actor, { ...entry, before: { fullName: before.fullName, role: before.role } })
    return userId === actor.userId ? [] : membersOf(trx, accountId)
  })

async function endSessionsIn(
  trx: Database,
  { accountId, userId, at, except }: { accountId: string; userId: string; at: Date; except: string },
): Promise<void> {
  const theirs = trx
    .updateTable('sessions')
    .where('userId', '=', userId)
    .where(sql<string>`coalesce(account_id, user_id)`, '=', accountId)
    .where('endedAt', 'is', null)
  await theirs.set({ endedAt: at }).where('id', '<>', except).execute()
  await theirs
    .set({ accountId: await accountFor(trx, userId) })
    .where('id', '=', except)
    .execute()
}
