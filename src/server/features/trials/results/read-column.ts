import { type Kysely, sql } from 'kysely'
import { placeOfColumn, unpackColumn } from '#imagery/traits/trait-columns.ts'
import type { Schema } from '../../../adapters/db/schema.ts'

/** A trait of a measurement on a flight, with the names of its columns and the number of its plots. */
export type StoredTrait = {
  measurementId: string
  flightId: string
  trait: string
  columns: readonly string[]
  plots: number
}

/** One column of what is stored, without the others; of one that is not there NaN. */
export async function readColumn(db: Kysely<Schema>, stored: StoredTrait, name: string): Promise<Float64Array> {
  const { measurementId, flightId, trait, columns, plots } = stored
  const place = placeOfColumn(columns, name, plots)
  if (!place) return new Float64Array(plots).fill(Number.NaN)
  const { part, seasonFlags } = await db
    .selectFrom('measuredTraits')
    .select(sql<Uint8Array>`substring(data from ${place.from + 1}::int for ${place.bytes}::int)`.as('part'))
    .$if(name === 'flags', (query) => query.select('seasonFlags'))
    .where('measurementId', '=', measurementId)
    .where('flightId', '=', flightId)
    .where('trait', '=', trait)
    .executeTakeFirstOrThrow()
  return unpackColumn(seasonFlags ?? part)
}
