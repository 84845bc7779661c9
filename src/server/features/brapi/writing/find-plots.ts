import { sql } from 'kysely'
import type { Plot } from '#domain/trials.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { trialsOfUnits } from '../ids.ts'
import { isNewestVersion } from '../visible-studies.ts'

export type FoundPlot = { trialId: string } & Pick<Plot, 'plotId' | 'attributes'>

/** Plots of the newest versions, by the ids of their units. The trials are those that the caller has locked. */
export async function findPlots(trx: Database, unitIds: readonly string[]): Promise<Map<string, FoundPlot>> {
  const unitId = sql<string>`plots.trial_id || ':' || plots.plot_id`
  const rows = await trx
    .selectFrom('plots')
    .select(['trialId', 'plotId', 'attributes', unitId.as('unitId')])
    .where(isNewestVersion)
    .where(sql<boolean>`plots.trial_id = any(${[...new Set(trialsOfUnits(unitIds))]}::text[])`)
    .where(sql<boolean>`${unitId} = any(${unitIds}::text[])`)
    .execute()
  return new Map(rows.map(({ unitId: id, ...plot }) => [id, plot]))
}
