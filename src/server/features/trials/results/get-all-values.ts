import { sql } from 'kysely'
import type { QueryOf } from '#contract/api.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { columnName, unpackColumn } from '#imagery/traits/trait-columns.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { countPlots, loadDoneMeasurement } from '../queries.ts'
import { selectMeasured } from './read-trait.ts'

type Wanted = Omit<QueryOf<'getAllValues'>, 'measurementId'>

/** One statistic of all traits on all flights or on one, as bytes: of 2,000 plots, 20 flights and 30 traits it is 5 MB instead of 600 calls. */
export async function getAllValues(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { measurementId, ...wanted }: QueryOf<'getAllValues'>,
): Promise<AsyncIterable<Uint8Array>> {
  const measurement = await loadDoneMeasurement(deps.db, actor, measurementId)
  const columns = await listColumns(deps.db, measurementId, wanted)
  return bytesOf(deps.db, { measurementId, columns, plots: await countPlots(deps.db, measurement) })
}

/** `stat` is 'flags' for the warnings of the values. */
type Column = { trait: string; flightId: string; stat: string; scope: string; at: number }

async function listColumns(
  db: Database,
  measurementId: string,
  { trialFlightId, with: more, ...wanted }: Wanted,
): Promise<Column[]> {
  const rows = await selectMeasured(db, measurementId, { flightId: trialFlightId })
    .select('columns')
    .orderBy('moment')
    .orderBy('trait')
    .execute()
  return rows.flatMap(({ trait, flightId, columns }) => {
    const main = mainValueOf(trait)
    const asked = { stat: wanted.stat ?? main.stat, scope: wanted.scope ?? main.scope }
    const shown = [asked, main].find(({ stat, scope }) => columns.includes(columnName(stat, scope)))
    if (!shown) return []
    const of = { trait, flightId, scope: shown.scope }
    const values = { ...of, stat: shown.stat, at: columns.indexOf(columnName(shown.stat, shown.scope)) }
    return more === 'flags' && columns.includes('flags')
      ? [values, { ...of, stat: 'flags', at: columns.indexOf('flags') }]
      : [values]
  })
}

const BYTES = Float64Array.BYTES_PER_ELEMENT

type Reading = { measurementId: string; columns: readonly Column[]; plots: number }

/** Flight by flight. What was deleted meanwhile has no value. */
async function* bytesOf(db: Database, { measurementId, columns, plots }: Reading): AsyncGenerator<Uint8Array> {
  const head = new TextEncoder().encode(
    JSON.stringify(columns.map(({ trait, flightId, stat, scope }) => ({ trait, flightId, stat, scope }))),
  )
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, head.length, true)
  yield new Uint8Array(length.buffer)
  yield head
  for (const [flightId, own] of Map.groupBy(columns, (column) => column.flightId)) {
    const places = JSON.stringify(
      own.map(({ trait, stat, at }, place) => ({
        place,
        trait,
        isOfFlags: stat === 'flags',
        start: at * plots * BYTES + 1,
      })),
    )
    const { rows } = await sql<{ place: number; part: Uint8Array }>`
      select place, coalesce(
        case when "isOfFlags" then season_flags end, substring(data from start for ${plots * BYTES}::int)
      ) as part
      from jsonb_to_recordset(${places}::jsonb) as places (place int, trait text, "isOfFlags" boolean, start int)
      join measured_traits on measured_traits.trait = places.trait
      where measurement_id = ${measurementId} and flight_id = ${flightId}`.execute(db)
    const parts = new Map(rows.map(({ place, part }) => [place, part]))
    for (const place of own.keys()) {
      const part = parts.get(place)
      const values = part ? unpackColumn(part) : new Float64Array(plots).fill(Number.NaN)
      yield float32Of(values)
    }
  }
}

function float32Of(values: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  for (const [at, value] of values.entries()) view.setFloat32(at * 4, value, true)
  return new Uint8Array(view.buffer)
}
