import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import type { Invitation } from '#contract/members.ts'
import { normalizeEmail } from '#domain/accounts.ts'
import { errorAt } from '#domain/errors.ts'
import { PEOPLE_MAX } from '#domain/memberships.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireOwner } from '../accounts/locked-account.ts'
import { accountName } from '../accounts/queries.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { invitationEmail } from './emails.ts'
import { countInvitation, makeInvitationCode } from './invitation-code.ts'

/** Emails the link of an invitation, which only its receiver can accept. The database has the hash of its code only. */
export const inviteMember = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { role, ...to }: BodyOf<'inviteMember'>,
): Promise<Invitation> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const email = normalizeEmail(to.email)
    await requirePlace(trx, { accountId: actor.accountId, email, at: deps.now() })
    await countInvitation(trx, deps, email)
    const at = deps.now()
    const { code, ...invitation } = makeInvitationCode(at)
    const invited = { role, ...invitation, invitedBy: actor.userId, acceptedBy: null }
    const { id } = await trx
      .insertInto('invitations')
      .values({ id: randomUUID(), accountId: actor.accountId, email, ...invited })
      .onConflict((conflict) => conflict.columns(['accountId', 'email']).doUpdateSet(invited))
      .returning('id')
      .executeTakeFirstOrThrow()
    const { name } = await trx
      .selectFrom('users')
      .select(accountName.as('name'))
      .where('id', '=', actor.accountId)
      .executeTakeFirstOrThrow()
    const url = `/join?code=${code}`
    await queueEmail(trx, deps, { to: email, ...invitationEmail({ account: name, by: actor.fullName, role, url }) })
    const subject = `user:${actor.accountId}`
    await audit(trx, actor, { at, action: 'account.invited', subject, after: { email, role } })
    return { invitationId: id, email, role, expiresTime: invitation.expiresAt.toISOString() }
  })

/** @throws AppError 'conflict' when the address is of a member, or the account is full. */
async function requirePlace(
  trx: Database,
  { accountId, email, at }: { accountId: string; email: string; at: Date },
): Promise<void> {
  const { rows } = await sql<{ people: number; isMember: boolean }>`
    select (
      (select count(*) from memberships where account_id = ${accountId}) +
      (select count(*) from invitations
        where account_id = ${accountId} and email <> ${email} and accepted_by is null and expires_at > ${at})
    )::int as people, exists (
      select from memberships join users on users.id = user_id where account_id = ${accountId} and users.email = ${email}
    ) as is_member`.execute(trx)
  const [found] = rows
  const message = found?.isMember
    ? 'This person is in your account already'
    : (found?.people ?? 0) >= PEOPLE_MAX
      ? `An account has at most ${PEOPLE_MAX} people and invitations. Withdraw one of the invitations first.`
      : undefined
  if (message) throw errorAt('email', message, 'conflict')
}
