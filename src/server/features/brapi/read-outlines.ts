import { type Kysely, sql } from 'kysely'
import type { MultiPolygon } from '#domain/trials.ts'
import type { Schema } from '../../adapters/db/schema.ts'

/** Outlines of plots of a version in longitude and latitude, from `from` to before `to`, counted from 0. */
export async function readOutlines(
  db: Kysely<Schema>,
  of: { trialId: string; version: number },
  [from, to]: readonly [number, number],
): Promise<MultiPolygon[]> {
  const { outlines } = await db
    .selectFrom('trialPlots')
    .select(
      sql<MultiPolygon[] | null>`(select jsonb_agg(outline order by at) from
        jsonb_array_elements(coalesce(lon_lats, jsonb_path_query_array(plots, '$[*].geometry')))
        with ordinality as listed (outline, at) where at > ${from} and at <= ${to})`.as('outlines'),
    )
    .where('trialId', '=', of.trialId)
    .where('version', '=', of.version)
    .executeTakeFirstOrThrow()
  return outlines ?? []
}
