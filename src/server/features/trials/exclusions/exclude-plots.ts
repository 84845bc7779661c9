import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import { PLOTS_MAX } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { countAll } from '../../../lists/bounded-count.ts'
import { flightNotFound, lockTrial } from '../queries.ts'

/** Excludes plots, or takes them back in. A further reason replaces the first one. */
export async function excludePlots(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, plotIds, trialFlightId, reason }: BodyOf<'excludePlots'>,
): Promise<void> {
  const at = now()
  const flightId = trialFlightId ?? null
  const plots = [...new Set(plotIds)]
  await db.transaction().execute(async (trx) => {
    await lockTrial(trx, actor, trialId)
    if (flightId !== null) {
      const flights = trx.selectFrom('trialFlights').select('id').where('trialId', '=', trialId)
      if (!(await flights.where('id', '=', flightId).executeTakeFirst())) throw flightNotFound()
    }
    await trx
      .deleteFrom('trialExclusions')
      .where('trialId', '=', trialId)
      .where('flightId', flightId === null ? 'is' : '=', flightId)
      .where('plotId', '=', sql<string>`any(${plots})`)
      .execute()
    if (reason !== null) {
      const made = { trialId, flightId, reason, authorId: actor.userId, createdAt: at }
      const rows = plots.map((plotId) => ({ id: randomUUID(), plotId, ...made }))
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await trx
          .insertInto('trialExclusions')
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .execute()
      await requireRoom(trx, trialId)
    }
    const action = reason === null ? 'trial.plots-restored' : 'trial.plots-excluded'
    const after = { plots: plots.length, ...(reason !== null && { reason }) }
    await audit(trx, actor, { at, action, subject: `trial:${trialId}`, after })
  })
}

const ROWS_AT_ONCE = 1000

/** Of ids that no plot has any more, too. */
async function requireRoom(trx: Deps['db'], trialId: string): Promise<void> {
  const exclusions = trx.selectFrom('trialExclusions').select('id').where('trialId', '=', trialId)
  if ((await countAll(trx, exclusions)) > 2 * PLOTS_MAX)
    throw new AppError('conflict', 'This trial has too many exclusions. Exclude plots on all flights instead.')
}
