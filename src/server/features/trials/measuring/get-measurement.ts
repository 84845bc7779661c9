import { type Kysely, sql } from 'kysely'
import type { ReplyOf } from '#contract/api.ts'
import { SCOPES, STATISTICS } from '#domain/trials.ts'
import { findCanopyTrait } from '#imagery/traits/catalogue/canopy-traits.ts'
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../../actor.ts'
import type { Schema } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { presentMeasurement, progressOfMeasurement } from '../present-trial.ts'
import { loadMeasurement } from '../queries.ts'
import { columnName } from '../results/trait-columns.ts'

type Reply = ReplyOf<'getMeasurement'>['data']

/** How far a measurement is, and what it has measured. */
export async function getMeasurement(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { measurementId }: { measurementId: string },
): Promise<Reply> {
  const found = await loadMeasurement(deps.db, actor, measurementId)
  const progress = await progressOfMeasurement(deps, found)
  return {
    ...presentMeasurement(found, progress),
    measured: await listMeasured(deps.db, measurementId),
    unavailable: await listUnavailable(deps.db, measurementId),
  }
}

async function listMeasured(db: Kysely<Schema>, measurementId: string): Promise<Reply['measured']> {
  const rows = await db
    .selectFrom('measuredTraits')
    .select(['trait', 'unit', 'columns', sql<string[]>`jsonb_agg(flight_id)`.as('flightIds')])
    .where('measurementId', '=', measurementId)
    .groupBy(['trait', 'unit', 'columns'])
    .orderBy('trait')
    .execute()
  return rows.map(({ columns, ...row }) => ({
    ...row,
    name: nameOf(row.trait),
    stats: STATISTICS.filter((stat) => columns.includes(columnName(stat, 'all'))),
    scopes: SCOPES.filter((scope) => columns.includes(columnName('mean', scope))),
  }))
}

const nameOf = (trait: string): string => findCanopyTrait(trait)?.name ?? findTrait(trait)?.name ?? trait

async function listUnavailable(db: Kysely<Schema>, measurementId: string): Promise<Reply['unavailable']> {
  const flights = await db
    .selectFrom('measuredFlights')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredFlights.flightId')
    .select(['takenOn', 'method'])
    .where('measurementId', '=', measurementId)
    .orderBy('takenOn')
    .execute()
  const found = new Map<string, Reply['unavailable'][number]>()
  for (const { takenOn, method } of flights)
    for (const { trait, reason } of method.unavailable) {
      const key = `${trait} ${reason}`
      const known = found.get(key) ?? { trait, name: nameOf(trait), reason, dates: [] }
      known.dates.push(takenOn)
      found.set(key, known)
    }
  return [...found.values()]
}
