import { sql } from 'kysely'
import type { z } from 'zod'
import type { brapiStudy } from '#contract/brapi/rows.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { Database, Trial } from '../../adapters/db/schema.ts'
import { ownVariableIdOf, variableIdOf } from '../trials/variable-ids.ts'
import type { Lister } from './answer.ts'
import { directionOf } from './asked.ts'
import { REFERENCE_SOURCE } from './ids.ts'
import { pageOfAll, pageOfParts, partOfQuery } from './page.ts'
import {
  brapiTrialId,
  brapiTrialName,
  programName,
  STUDY_CHOICES,
  STUDY_TYPE,
  visibleStudies,
  yearOfTrial,
} from './visible-studies.ts'

type Study = z.output<typeof brapiStudy>

/** By which studies are sorted, ascending where nothing else is asked for; without it, newest first. */
const SORTS = {
  studyDbId: sql`trials.id`,
  studyName: sql`trials.name`,
  trialDbId: brapiTrialId,
  trialName: brapiTrialName,
  programDbId: sql`trials.account_id`,
  programName,
  locationDbId: sql`trials.id`,
  studyLocation: sql`trials.name`,
  seasonDbId: yearOfTrial,
} as const

/** Studies that are looked through for a variable. */
const LOOKED_THROUGH_MAX = 2000

export const studies: Lister<Study> = {
  noun: 'studies',
  chooses: [
    ...STUDY_CHOICES,
    'active',
    'germplasmDbId',
    'germplasmName',
    'observationVariableDbId',
    'sortBy',
    'sortOrder',
  ],
  async list({ db, config }, actor, { wanted, paging }) {
    const variables = wanted['observationVariableDbId']
    const [by = ''] = wanted['sortBy'] ?? []
    let rows = selectStudies(db, actor, wanted)
    if (isSort(by)) rows = rows.orderBy(SORTS[by], directionOf(wanted))
    rows = rows.orderBy('trials.createdAt', 'desc').orderBy('trials.id', 'desc')
    const present = (row: Row) => presentStudy(row, config.publicUrl)
    if (!variables) return pageOfParts([await partOfQuery(db, rows, (found) => found.map(present))], paging)
    const found = (await rows.limit(LOOKED_THROUGH_MAX).execute()).map(present)
    return pageOfAll(
      found.filter(({ observationVariableDbIds: ids }) => ids.some((id) => variables.includes(id))),
      paging,
    )
  },
}

const isSort = (name: string): name is keyof typeof SORTS => Object.hasOwn(SORTS, name)

const selectStudies = (...of: Parameters<typeof visibleStudies>) =>
  visibleStudies(...of)
    .selectAll('trials')
    .select([brapiTrialId.as('trialDbId'), brapiTrialName.as('trialName')])
    .select([yearOfTrial.as('year'), measuredTraits.as('traits'), ownTraits.as('formulas'), recorded.as('recorded')])

type Row = Awaited<ReturnType<ReturnType<typeof selectStudies>['execute']>>[number]

function presentStudy(
  { trialDbId, trialName, year, traits, formulas, recorded: own, ...trial }: Row,
  url: string,
): Study {
  return {
    studyDbId: trial.id,
    studyName: trial.name,
    studyType: STUDY_TYPE,
    active: true,
    ...(trial.crop !== null && { commonCropName: trial.crop }),
    seasons: [year],
    ...(trial.plantingDate !== null && { startDate: `${trial.plantingDate}T00:00:00Z` }),
    trialDbId,
    trialName,
    // A trial is one field, which has its name.
    locationDbId: trial.id,
    locationName: trial.name,
    observationVariableDbIds: [
      ...(traits ?? []).map((trait) => variableIdOf(trait, formulas ?? [])),
      ...(own ?? []).map(ownVariableIdOf),
    ],
    externalReferences: [{ referenceId: `${url}/my-dashboard/trials/${trial.id}`, referenceSource: REFERENCE_SOURCE }],
  }
}

const newestDone = (column: 'id' | 'settings') =>
  sql`(select ${sql.ref(column)} from measurements join work using (id) where trial_id = trials.id and work.state = 'DONE' order by created_at desc, id desc limit 1)`

/** Those of the newest measurement that is done. */
const measuredTraits = sql<string[] | null>`(
  select jsonb_agg(distinct trait order by trait) from measured_traits where measurement_id = ${newestDone('id')}
)`

/** Those that were computed by formulas of people. */
const ownTraits = sql<OwnTrait[] | null>`(${newestDone('settings')} -> 'formulas')`

/** What people have recorded. */
const recorded = sql<{ name: string; unit: string | null }[] | null>`(
  select jsonb_agg(distinct jsonb_build_object('name', name, 'unit', unit))
  from trial_columns where trial_id = trials.id and plot_values <> '{}'
)`

export async function seasonOf(db: Database, { id }: Pick<Trial, 'id'>) {
  const { year } = await db
    .selectFrom('trials')
    .select(yearOfTrial.as('year'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return presentSeason(year)
}

export const presentSeason = (year: string) => ({ seasonDbId: year, seasonName: year, year: Number(year) })
