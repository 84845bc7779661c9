import { sql } from 'kysely'
import { placeOfColumn, unpackColumn } from '#imagery/traits/trait-columns.ts'
import type { Database } from '../../../adapters/db/schema.ts'

/** A trait of a measurement on a flight, with the names of its columns and the number of its plots. */
export type StoredTrait = {
  measurementId: string
  flightId: string
  trait: string
  columns: readonly string[]
  plots: number
}

type Wanted = {
  names: readonly string[]
  /** Places of plots: the first one, and the one after the last. */
  range: readonly [from: number, to: number]
}

const BYTES = Float64Array.BYTES_PER_ELEMENT

/** Some columns of what is stored, of some plots, without all others; of one that is not there NaN. */
export async function readColumns(
  db: Database,
  { measurementId, flightId, trait, columns, plots }: StoredTrait,
  { names, range: [from, to] }: Wanted,
): Promise<Float64Array[]> {
  const [length, bytes] = [to - from, (to - from) * BYTES]
  const stored = names.flatMap((name) => {
    const place = placeOfColumn(columns, name, plots)
    return place ? [{ name, start: place.from + from * BYTES + 1 }] : []
  })
  const parts = stored.map(({ name, start }) => {
    const part = sql`substring(data from ${start}::int for ${bytes}::int)`
    return name === 'flags'
      ? sql`coalesce(substring(season_flags from ${from * BYTES + 1}::int for ${bytes}::int), ${part})`
      : part
  })
  const { rows } =
    parts.length === 0
      ? { rows: [] }
      : await sql<{ joined: Uint8Array }>`
          select ${sql.join(parts, sql` || `)} as joined from measured_traits
          where measurement_id = ${measurementId} and flight_id = ${flightId} and trait = ${trait}`.execute(db)
  const [row] = rows
  return names.map((name) => {
    const at = stored.findIndex((one) => one.name === name)
    return row && at >= 0
      ? unpackColumn(row.joined.subarray(at * bytes, (at + 1) * bytes))
      : new Float64Array(length).fill(Number.NaN)
  })
}

/** One column of all plots. */
export async function readColumn(db: Database, stored: StoredTrait, name: string): Promise<Float64Array> {
  const [column] = await readColumns(db, stored, { names: [name], range: [0, stored.plots] })
  return column ?? new Float64Array()
}
