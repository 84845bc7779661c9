import { sql } from 'kysely'
import type { z } from 'zod'
import type { brapiProgram, brapiSeason, brapiTrial } from '#contract/brapi/rows.ts'
import { studiesOf } from '../trials/queries.ts'
import type { Lister } from './answer.ts'
import { directionOf } from './asked.ts'
import { pageOfAll, pageOfParts, partOfQuery } from './page.ts'
import { presentSeason } from './studies.ts'
import {
  GROUPS_OF_STUDY,
  programName,
  STUDY_CHOICES,
  STUDY_TYPE,
  visibleStudies,
  yearOfTrial,
} from './visible-studies.ts'

// What studies belong to: programs, trials, seasons, crops.

/** Customers who have trials; a customer sees only themselves. */
export const programs: Lister<z.output<typeof brapiProgram>> = {
  noun: 'programs',
  chooses: ['commonCropName', 'programDbId', 'programName'],
  async list({ db }, actor, { wanted, paging }) {
    const found = visibleStudies(db, actor, wanted)
      .select(['users.id as programDbId', programName.as('programName')])
      .distinct()
      .orderBy('programName')
      .orderBy('programDbId')
    return pageOfParts([await partOfQuery(db, found, (rows) => rows)], paging)
  },
}

/** Projects as BrAPI trials, with the studies that a person may see. */
export const trials: Lister<z.output<typeof brapiTrial>> = {
  noun: 'trials',
  chooses: [...STUDY_CHOICES, 'active', 'searchDateRangeStart', 'searchDateRangeEnd', 'sortBy', 'sortOrder'],
  async list({ db }, actor, { wanted, paging }) {
    const [start, end] = [wanted['searchDateRangeStart']?.[0], wanted['searchDateRangeEnd']?.[0]]
    let studies = visibleStudies(db, actor, wanted)
    if (start !== undefined) studies = studies.where('trials.plantingDate', '>=', start.slice(0, 10))
    if (end !== undefined) studies = studies.where('trials.plantingDate', '<=', end.slice(0, 10))
    const [by = 'trialName'] = wanted['sortBy'] ?? []
    const found = studies
      .select(GROUPS_OF_STUDY)
      .select((row) => row.fn.min('trials.plantingDate').as('startDate'))
      .groupBy(['trialDbId', 'trialName', 'users.id', 'programName'])
      .orderBy(sql.ref(TRIAL_SORTS.find((one) => one === by) ?? 'trialName'), directionOf(wanted))
      .orderBy('trialDbId')
    const listed = await partOfQuery(db, found, (rows) =>
      rows.map(({ startDate, ...trial }) => ({ ...trial, active: true, ...(startDate !== null && { startDate }) })),
    )
    return pageOfParts([listed], paging)
  },
}

const TRIAL_SORTS = ['trialDbId', 'trialName', 'programDbId', 'programName', 'startDate'] as const

/** The years of trials, newest first. */
export const seasons: Lister<z.output<typeof brapiSeason>> = {
  noun: 'seasons',
  chooses: ['seasonDbId', 'season', 'seasonName', 'year'],
  async list({ db }, actor, { wanted, paging }) {
    const years = await studiesOf(db, actor).select(yearOfTrial.as('year')).distinct().orderBy('year', 'desc').execute()
    const found = years.filter(({ year }) => Object.values(wanted).every((values) => values?.includes(year)))
    return pageOfAll(
      found.map(({ year }) => presentSeason(year)),
      paging,
    )
  },
}

/** The crops of trials, in the order of the alphabet. */
export const crops: Lister<string> = {
  noun: 'commoncropnames',
  chooses: [],
  async list({ db }, actor, { paging }) {
    const rows = await studiesOf(db, actor).select('crop').distinct().orderBy('crop').execute()
    return pageOfAll(
      rows.flatMap(({ crop }) => (crop === null ? [] : [crop])),
      paging,
    )
  },
}

export const studyTypes: Lister<string> = {
  noun: 'studytypes',
  chooses: [],
  list: async (_deps, _actor, { paging }) => pageOfAll([STUDY_TYPE], paging),
}

/** We keep none. */
export const lists: Lister<{ listDbId: string }> = {
  noun: 'lists',
  chooses: [],
  list: async () => ({ rows: [], total: 0 }),
}
