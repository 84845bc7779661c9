import type { ReplyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { requireOwner } from '../../accounts/locked-account.ts'
import { hashInvitation } from '../../members/invitation-code.ts'
import { lockOffer, offerNotFound } from './queries.ts'

/** For the account in which the receiver works now. A repeat gets the same answer. */
export const acceptTrialShare = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { code }: { code: string },
): Promise<ReplyOf<'acceptTrialShare'>['data']> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const { accountId } = actor
    const at = deps.now()
    const offer = await lockOffer(trx, hashInvitation(code))
    if (!offer || offer.expiresAt <= at) throw offerNotFound()
    const { trialId, role } = offer
    if (offer.email !== actor.email)
      throw new AppError('forbidden', 'This offer was sent to another email address. Log in with that one.')
    if (offer.acceptedFor === accountId) return { trialId, role }
    if (offer.acceptedFor !== null) throw offerNotFound()
    if (offer.ownerId === accountId)
      throw new AppError('conflict', 'This trial is of this account. Change to another account to accept it.')
    await trx.updateTable('trialShares').set({ accountId, acceptedAt: at }).where('id', '=', offer.id).execute()
    await audit(trx, actor, { at, action: 'trial.accepted', subject: `trial:${trialId}`, after: { role } })
    return { trialId, role }
  })
