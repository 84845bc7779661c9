import { AppError } from '#domain/errors.ts'
import { visibleTo } from '../../../access.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { requireOwner } from '../../accounts/locked-account.ts'

/** Ends all at once: the next call of the other account finds no trial. What its people measured stays. */
export const endTrialShare = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { shareId }: { shareId: string },
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await requireOwner(trx, actor)
    const { accountId } = actor
    const own = trx.selectFrom('trials').select('trials.id').where(visibleTo(actor, 'trials'))
    const ended = await trx
      .deleteFrom('trialShares')
      .where('id', '=', shareId)
      .where((is) => is.or([is('accountId', '=', accountId), is('trialId', 'in', own)]))
      .returning(['trialId', 'email', 'role'])
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'This trial is no longer shared'))
    const { trialId, ...before } = ended
    await audit(trx, actor, { at: deps.now(), action: 'trial.sharing-ended', subject: `trial:${trialId}`, before })
  })
