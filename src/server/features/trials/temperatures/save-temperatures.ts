import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { newerChange } from '../newer-change.ts'
import { lockTrial } from '../queries.ts'

/** Keeps the temperatures of a trial in place of those it has. */
export async function saveTemperatures(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, temperatures, seen }: BodyOf<'saveTemperatures'>,
): Promise<void> {
  const at = now()
  if (temperatures && temperatures.upper !== null && temperatures.upper <= temperatures.base)
    throw new AppError('invalid', 'The upper limit must be above the base temperature.')
  const dates = temperatures?.days.map(({ date }) => date) ?? []
  if (new Set(dates).size < dates.length) throw new AppError('invalid', 'A day has two temperatures. Send one a day.')
  await db.transaction().execute(async (trx) => {
    await lockTrial(trx, actor, trialId)
    if (seen !== undefined) await rejectNewer(trx, { trialId, temperatures, seen })
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

type Seen = Pick<BodyOf<'saveTemperatures'>, 'trialId' | 'temperatures'> & { seen: string | null }

async function rejectNewer(trx: Database, { trialId, temperatures: yours, seen }: Seen): Promise<void> {
  const stored = await trx.selectFrom('trialTemperatures').selectAll().where('trialId', '=', trialId).executeTakeFirst()
  // One that was removed meanwhile has nothing to lose.
  if (!stored || stored.changedAt.toISOString() === seen) return
  const differences = [
    { what: 'base', theirs: stored.base, yours: yours?.base ?? null },
    { what: 'upper', theirs: stored.upper, yours: yours?.upper ?? null },
    { what: 'days', theirs: daysOf(stored.days), yours: yours ? daysOf(yours.days) : null },
  ]
  throw await newerChange(trx, { authorId: stored.authorId, at: stored.changedAt, differences })
}

/** How many, from when to when, and their mean. */
function daysOf(days: readonly { date: string; mean: number }[]): string {
  const mean = days.reduce((sum, day) => sum + day.mean, 0) / days.length
  return `${days.length} from ${days[0]?.date} to ${days.at(-1)?.date}, mean ${mean.toFixed(1)} °C`
}
