import type { Account } from '#contract/members.ts'
import { ACCOUNTS_MAX, PEOPLE_MAX } from '#domain/memberships.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { accountName, membersOf } from '../accounts/queries.ts'

/** Who is in no account any more sees none of its people. */
export async function getAccount({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<Account> {
  const { accountId, accountRole } = actor
  const accounts = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.accountId')
    .select(['memberships.accountId', accountName.as('name'), 'memberships.role'])
    .where('userId', '=', actor.userId)
    .orderBy('since')
    .limit(ACCOUNTS_MAX)
    .execute()
  const waiting = db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expiresAt'])
    .where('accountId', '=', accountId)
    .where('acceptedBy', 'is', null)
    .where('expiresAt', '>', now())
    .orderBy('expiresAt')
    .limit(PEOPLE_MAX)
  const invitations = accountRole === 'owner' ? await waiting.execute() : []
  return {
    accountId,
    name: accounts.find((account) => account.accountId === accountId)?.name ?? actor.fullName,
    role: accountRole ?? null,
    members: accountRole ? await membersOf(db, accountId) : [],
    invitations: invitations.map(({ id, expiresAt, ...invitation }) => ({
      invitationId: id,
      ...invitation,
      expiresTime: expiresAt.toISOString(),
    })),
    accounts,
  }
}
