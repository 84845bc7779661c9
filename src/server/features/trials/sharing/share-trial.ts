import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import type { TrialShare } from '#contract/trial-shares.ts'
import { normalizeEmail } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { SHARES_MAX } from '#domain/memberships.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { requireOwner } from '../../accounts/locked-account.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { countInvitation, makeInvitationCode } from '../../members/invitation-code.ts'
import { offerEmail } from './emails.ts'
import { lockOwnTrial, presentShare, selectShares } from './queries.ts'

/**
 * Emails the link of an offer. A new one to the same address replaces the one before; one that was accepted stays, with the
 * new role.
 */
export const shareTrial = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { trialId, role, ...to }: BodyOf<'shareTrial'>,
): Promise<TrialShare> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const { name } = await lockOwnTrial(trx, actor, trialId)
    const email = normalizeEmail(to.email)
    const shares = await trx.selectFrom('trialShares').select('email').where('trialId', '=', trialId).execute()
    if (shares.length >= SHARES_MAX && !shares.some((share) => share.email === email))
      throw new AppError('conflict', `A trial is shared with at most ${SHARES_MAX} accounts. End one of them first.`)
    await countInvitation(trx, deps, email)
    const at = deps.now()
    const { code, ...made } = makeInvitationCode(at)
    const offer = { role, ...made }
    const { id } = await trx
      .insertInto('trialShares')
      .values({ id: randomUUID(), trialId, email, ...offer, accountId: null, acceptedAt: null })
      .onConflict((conflict) => conflict.columns(['trialId', 'email']).doUpdateSet(offer))
      .returning('id')
      .executeTakeFirstOrThrow()
    const share = await selectShares(trx).where('trialShares.id', '=', id).executeTakeFirstOrThrow()
    const url = `/join?trial=${code}`
    if (share.acceptedAt === null)
      await queueEmail(trx, deps, { to: email, ...offerEmail({ trial: name, by: actor.fullName, role, url }) })
    await audit(trx, actor, { at, action: 'trial.offered', subject: `trial:${trialId}`, after: { email, role } })
    return presentShare(share)
  })
