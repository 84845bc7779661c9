import type { BodyOf } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { membersOf } from '../accounts/queries.ts'
import { memberNotFound, requireSomeOwner } from './queries.ts'

export const changeMember = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { userId, role }: BodyOf<'changeMember'>,
): Promise<Member[]> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const { accountId } = actor
    const before = (await membersOf(trx, accountId)).find((member) => member.userId === userId)
    if (!before) throw memberNotFound()
    if (before.role === role) return membersOf(trx, accountId)
    await trx
      .updateTable('memberships')
      .set({ role })
      .where('accountId', '=', accountId)
      .where('userId', '=', userId)
      .execute()
    await requireSomeOwner(trx, accountId)
    const entry = { at: deps.now(), action: 'account.role-changed', subject: `user:${accountId}` }
    const { fullName } = before
    await audit(trx, actor, { ...entry, before: { fullName, role: before.role }, after: { fullName, role } })
    return membersOf(trx, accountId)
  })
