import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { lockTrial } from '../queries.ts'

/** Keeps the temperatures of a trial in place of those it has. */
export async function saveTemperatures(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, temperatures }: BodyOf<'saveTemperatures'>,
): Promise<void> {
  const at = now()
  if (temperatures && temperatures.upper !== null && temperatures.upper <= temperatures.base)
    throw new AppError('invalid', 'The upper limit must be above the base temperature.')
  const dates = temperatures?.days.map(({ date }) => date) ?? []
  if (new Set(dates).size < dates.length) throw new AppError('invalid', 'A day has two temperatures. Send one a day.')
  await db.transaction().execute(async (trx) => {
    await lockTrial(trx, actor, trialId)
    await trx.deleteFrom('trialTemperatures').where('trialId', '=', trialId).execute()
    if (temperatures)
      await trx
        .insertInto('trialTemperatures')
        .values({
          trialId,
          base: temperatures.base,
          upper: temperatures.upper,
          days: JSON.stringify(temperatures.days),
          authorId: actor.userId,
          changedAt: at,
        })
        .execute()
    const subject = `trial:${trialId}`
    if (!temperatures) return audit(trx, actor, { at, action: 'trial.temperatures-removed', subject })
    const after = { base: temperatures.base, upper: temperatures.upper, days: dates.length }
    return audit(trx, actor, { at, action: 'trial.temperatures-saved', subject, after })
  })
}
