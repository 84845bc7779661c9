import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { requireNoHold } from '../../../legal-hold.ts'
import { lockTrial, readableTrials } from '../queries.ts'

export const formulaNotFound = (): AppError => new AppError('not-found', 'Formula not found')

export async function deleteFormula(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { formulaId }: { formulaId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { trialId } = await trx
      .selectFrom('trialFormulas')
      .select('trialId')
      .where('id', '=', formulaId)
      .where('trialId', 'in', readableTrials(trx, actor).select('trials.id'))
      .executeTakeFirstOrThrow(formulaNotFound)
    const { accountId } = await lockTrial(trx, actor, trialId)
    await requireNoHold(trx, accountId)
    const before = await trx
      .deleteFrom('trialFormulas')
      .where('id', '=', formulaId)
      .returning(['trait', 'name', 'formula', 'unit'])
      .executeTakeFirstOrThrow(formulaNotFound)
    const subject = `trial:${trialId}`
    await audit(trx, actor, { at: deps.now(), action: 'trial.formula-deleted', subject, before })
  })
}
