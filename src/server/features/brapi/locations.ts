import { sql } from 'kysely'
import type { z } from 'zod'
import type { brapiLocation } from '#contract/brapi/rows.ts'
import type { Lister } from './answer.ts'
import { boundsOf } from './page.ts'
import { isNewestVersion, programName, visibleStudies } from './visible-studies.ts'

/** Where its first plot begins, in longitude and latitude. */
const corner = sql<number[] | null>`(
  select coalesce(lon_lat, geometry) #> '{0,0,0}' from plots
  where trial_id = trials.id and ${isNewestVersion} order by place limit 1)`

/** A trial is one field. */
export const locations: Lister<z.output<typeof brapiLocation>> = {
  noun: 'locations',
  chooses: ['locationDbId', 'locationName', 'locationType', 'commonCropName', 'programDbId', 'programName'],
  async list({ db }, actor, { wanted: { locationType, ...wanted }, paging }) {
    if (locationType && !locationType.includes('Field')) return { rows: [], total: 0 }
    // By its id, the field of the example, too.
    const ids = wanted['locationDbId']
    const fields = visibleStudies(db, actor, ids ? { ...wanted, studyDbId: ids } : wanted)
    const { total } = await fields.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await fields
      .select(['trials.id', 'trials.name', programName.as('instituteName'), corner.as('corner')])
      .orderBy('trials.name')
      .orderBy('trials.id')
      .limit(paging.pageSize)
      .offset(boundsOf(paging)[0])
      .execute()
    return {
      rows: rows.map(({ id, name, instituteName, corner: at }) => ({
        locationDbId: id,
        locationName: name,
        locationType: 'Field',
        instituteName,
        ...(at && { coordinates: { type: 'Feature', geometry: { type: 'Point', coordinates: at } } }),
      })),
      total,
    }
  },
}
