import type { ReplyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import { ACCOUNTS_MAX } from '#domain/memberships.ts'
import { isStaff } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { lockAccount } from '../accounts/locked-account.ts'
import { hashInvitation } from './invitation-code.ts'
import { invitationNotFound } from './queries.ts'

/** Adds the caller to the account. A repeat, after a lost response, gets the same answer while they are in it. */
export const acceptInvitation = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { code }: { code: string },
): Promise<ReplyOf<'acceptInvitation'>['data']> =>
  deps.db.transaction().execute(async (trx) => {
    const { userId } = actor
    const find = trx.selectFrom('invitations').selectAll().where('codeHash', '=', hashInvitation(code))
    const found = await find.executeTakeFirst()
    const account = found && (await lockAccount(trx, found.accountId))
    // It may have been withdrawn until the account was locked.
    const invitation = account && (await find.executeTakeFirst())
    const at = deps.now()
    if (!invitation || invitation.expiresAt <= at) throw invitationNotFound()
    if (isStaff(actor)) throw new AppError('conflict', 'Staff see all accounts, and belong to none of a customer')
    if (invitation.email !== actor.email)
      throw new AppError('forbidden', 'This invitation was sent to another email address. Log in with that one.')
    if (account.status !== 'APPROVED') throw new AppError('conflict', 'This account is not approved at the moment')
    const { accountId, role } = invitation
    const mine = await trx
      .selectFrom('memberships')
      .select(['accountId', 'role'])
      .where('userId', '=', userId)
      .execute()
    const there = mine.find((membership) => membership.accountId === accountId)
    if (there) return there
    if (invitation.acceptedBy !== null) throw invitationNotFound()
    if (mine.length >= ACCOUNTS_MAX)
      throw new AppError('conflict', `You belong to ${ACCOUNTS_MAX} accounts. Leave one of them first.`)
    await trx.insertInto('memberships').values({ accountId, userId, role, since: at, usedAt: at }).execute()
    await trx.updateTable('invitations').set({ acceptedBy: userId }).where('id', '=', invitation.id).execute()
    await audit(trx, actor, { at, action: 'account.joined', subject: `user:${accountId}`, after: { role } })
    return { accountId, role }
  })
