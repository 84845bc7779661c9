import { sql } from 'kysely'
import type { z } from 'zod'
import { brapi } from '#contract/brapi/brapi.ts'
import type { brapiGermplasm } from '#contract/brapi/rows.ts'
import { urlOf } from '#contract/endpoint.ts'
import type { Lister } from './answer.ts'
import { hasWanted } from './asked.ts'
import { pageOfParts, partOfQuery } from './page.ts'
import { isNewestVersion, STUDY_CHOICES, visibleStudies } from './visible-studies.ts'

const genotype = sql<string>`plots.attributes ->> 'genotype'`

/** Genotypes of plots, by their names, which are their ids: trials of one customer name one genotype alike. */
export const germplasm: Lister<z.output<typeof brapiGermplasm>> = {
  noun: 'germplasm',
  chooses: [...STUDY_CHOICES, 'germplasmDbId', 'germplasmName'],
  async list({ db, config }, actor, { wanted, paging }) {
    const studies = visibleStudies(db, actor, wanted)
    const found = db
      .selectFrom('plots')
      .innerJoin(studies.select(['trials.id', 'trials.crop']).as('study'), 'study.id', 'plots.trialId')
      .where(isNewestVersion)
      .where(genotype, 'is not', null)
      .where(hasWanted({ germplasmDbId: genotype, germplasmName: genotype }, wanted))
      .select([genotype.as('name'), sql<string | null>`min(study.crop)`.as('crop')])
      .groupBy('name')
      .orderBy('name')
    const listed = await partOfQuery(db, found, (rows) =>
      rows.map(({ name, crop }) => ({
        germplasmDbId: name,
        germplasmName: name,
        germplasmPUI: config.publicUrl + urlOf(brapi.brapiGermplasm, { germplasmDbId: name }),
        defaultDisplayName: name,
        ...(crop !== null && { commonCropName: crop }),
      })),
    )
    return pageOfParts([listed], paging)
  },
}
