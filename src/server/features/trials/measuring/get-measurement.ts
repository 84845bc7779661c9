import { sql } from 'kysely'
import type { ReplyOf } from '#contract/api.ts'
import { SCOPES, STATISTICS } from '#domain/trials.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import { columnName } from '#imagery/traits/trait-columns.ts'
import type { Actor } from '../../../actor.ts'
import type { Database, Measurement } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { measuredFlights } from '../flights/measured-flights.ts'
import { presentMeasurement } from '../present-trial.ts'
import { loadMeasurement } from '../queries.ts'

type Reply = ReplyOf<'getMeasurement'>['data']

/** How far a measurement is, and what it has measured. */
export async function getMeasurement(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { measurementId }: { measurementId: string },
): Promise<Reply> {
  const found = await loadMeasurement(deps.db, actor, measurementId)
  return {
    ...presentMeasurement(found),
    measured: await listMeasured(deps.db, found),
    unavailable: await listUnavailable(deps.db, found),
  }
}

type Of = Pick<Measurement, 'id' | 'settings'>

function namedBy(trait: string, { formulas }: Measurement['settings']) {
  const { name, formula, note } = describeTrait(trait, formulas)
  return { name, formula, note }
}

async function listMeasured(db: Database, { id, settings }: Of): Promise<Reply['measured']> {
  const rows = await db
    .selectFrom('measuredTraits')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredTraits.flightId')
    .select(['trait', 'unit', 'columns', sql<string[]>`jsonb_agg(flight_id order by moment)`.as('flightIds')])
    .where('measurementId', '=', id)
    .groupBy(['trait', 'unit', 'columns'])
    .orderBy('trait')
    .orderBy((row) => row.fn.min('moment'))
    .execute()
  return rows.map(({ columns, ...row }) => ({
    ...row,
    ...namedBy(row.trait, settings),
    stats: STATISTICS.filter((stat) => columns.includes(columnName(stat, 'all'))),
    scopes: SCOPES.filter((scope) => STATISTICS.some((stat) => columns.includes(columnName(stat, scope)))),
  }))
}

async function listUnavailable(db: Database, { id, settings }: Of): Promise<Reply['unavailable']> {
  const found = new Map<string, Reply['unavailable'][number]>()
  for (const { flight, method } of await measuredFlights(db, id))
    for (const { trait, reason } of method.unavailable) {
      const key = `${trait} ${reason}`
      const known = found.get(key) ?? { trait, name: namedBy(trait, settings).name, reason, dates: [] }
      known.dates.push(flight.moment)
      found.set(key, known)
    }
  return [...found.values()]
}
