import { sql } from 'kysely'
import type { z } from 'zod'
import type { brapiLocation } from '#contract/brapi/rows.ts'
import type { Lister } from './answer.ts'
import { pageOfParts, partOfQuery } from './page.ts'
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
    const found = fields
      .select(['trials.id', 'trials.name', programName.as('instituteName'), corner.as('corner')])
      .orderBy('trials.name')
      .orderBy('trials.id')
    const listed = await partOfQuery(db, found, (rows) =>
      rows.map(({ id, name, instituteName, corner: at }) => ({
        locationDbId: id,
        locationName: name,
        locationType: 'Field' as const,
        instituteName,
        ...(at && { coordinates: { type: 'Feature' as const, geometry: { type: 'Point', coordinates: at } } }),
      })),
    )
    return pageOfParts([listed], paging)
  },
}
