import type { ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { authorName, flightsOf, loadTrial } from '../queries.ts'
import { stalenessOf } from './hash-of-map.ts'
import { loadShiftRun, presentShiftRun } from './shift-runs.ts'

/** The shifts between the flights of a trial, and how far measuring them is. */
export async function listShifts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<ReplyOf<'listShifts'>['data']> {
  await loadTrial(db, actor, trialId)
  const run = await loadShiftRun(db, trialId)
  const isStale = await stalenessOf(db, await flightsOf(db, trialId))
  const rows = await db
    .selectFrom('measuredShifts')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredShifts.flightId')
    .selectAll('measuredShifts')
    .select(authorName.as('author'))
    .where('trialId', '=', trialId)
    .orderBy('moment')
    .execute()
  return {
    run: run ? presentShiftRun(run) : null,
    measured: rows.map((row) => ({
      trialFlightId: row.flightId,
      referenceFlightId: row.referenceId,
      ...row.measured,
      isStale: isStale(row),
      author: row.author ?? '',
      measuredTime: row.measuredAt.toISOString(),
    })),
  }
}
