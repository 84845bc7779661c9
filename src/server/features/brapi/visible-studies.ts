import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Trial } from '../../adapters/db/schema.ts'
import { readableTrials, studiesOf } from '../trials/queries.ts'
import { hasWanted, type Wanted } from './asked.ts'
import { trialsOfUnits } from './ids.ts'

/**
 * BrAPI groups studies in trials, and those in programs. A program is a customer, a BrAPI trial is a project of that customer; a
 * study without a project is a BrAPI trial of its own, so that clients that go down from programs find it.
 */
export const brapiTrialId = sql<string>`coalesce(trials.project_id || ':' || trials.account_id, trials.id)`
export const brapiTrialName = sql<string>`coalesce(projects.name, trials.name)`
export const programName = sql<string>`coalesce(users.organisation, users.full_name)`

export const STUDY_TYPE = 'Field trial' as const
/** That of planting, or else of the first flight. */
export const yearOfTrial = sql<string>`left(coalesce(
  trials.planting_date,
  (select min(taken_on) from trial_flights where trial_id = trials.id),
  to_char(trials.created_at at time zone 'UTC', 'YYYY')
), 4)`

/** What a client may choose studies by. A trial is one field, which is its location. */
const FIELDS = {
  studyDbId: sql<string>`trials.id`,
  studyName: sql<string>`trials.name`,
  studyType: sql<string>`${STUDY_TYPE}::text`,
  locationDbId: sql<string>`trials.id`,
  locationName: sql<string>`trials.name`,
  seasonDbId: yearOfTrial,
  trialDbId: brapiTrialId,
  trialName: brapiTrialName,
  programDbId: sql<string>`trials.account_id`,
  programName,
  commonCropName: sql<string>`trials.crop`,
}
export const STUDY_CHOICES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

/** Of the newest version of the plots of a trial. */
export const isNewestVersion = sql<boolean>`plots.version = (select max(version) from trial_plots where trial_id = plots.trial_id)`

const hasGenotype = (names: readonly string[]) => sql<boolean>`exists (
  select from plots where trial_id = trials.id and ${isNewestVersion} and attributes ->> 'genotype' = any(${names}::text[]))`

/** The trials that a person may see, with their customers and projects. All are active. The example is there for who names it. */
export function visibleStudies(db: Database, actor: Actor, wanted: Wanted) {
  const all = wanted['studyDbId'] ? readableTrials(db, actor) : studiesOf(db, actor)
  let studies = all
    .innerJoin('users', 'users.id', 'trials.accountId')
    .leftJoin('projects', 'projects.id', 'trials.projectId')
    .where(hasWanted(FIELDS, wanted))
  for (const name of ['germplasmDbId', 'germplasmName']) {
    const values = wanted[name]
    if (values) studies = studies.where(hasGenotype(values))
  }
  return wanted['active']?.includes('false') ? studies.where(sql<boolean>`false`) : studies
}

/** Studies whose values are read for one answer. */
const AT_ONCE_MAX = 200

/** What studies belong to. */
export const GROUPS_OF_STUDY = [
  'users.id as programDbId',
  programName.as('programName'),
  brapiTrialId.as('trialDbId'),
  brapiTrialName.as('trialName'),
] as const
export type StudyGroups = Record<'programDbId' | 'programName' | 'trialDbId' | 'trialName', string>

/** Units that are named say which studies they are of. */
export const withStudiesOfUnits = (wanted: Wanted): Wanted => {
  const { observationUnitDbId: ids, studyDbId } = wanted
  if (!ids) return wanted
  const named = trialsOfUnits(ids)
  return { ...wanted, studyDbId: studyDbId ? studyDbId.filter((id) => named.includes(id)) : [...new Set(named)] }
}

/** The studies that are asked for, newest first. @throws AppError 'invalid' when their values are too many for one answer */
export async function studiesFor(db: Database, actor: Actor, wanted: Wanted): Promise<(Trial & StudyGroups)[]> {
  const rows = await visibleStudies(db, actor, wanted)
    .selectAll('trials')
    .select(GROUPS_OF_STUDY)
    .orderBy('trials.createdAt', 'desc')
    .orderBy('trials.id')
    .limit(AT_ONCE_MAX + 1)
    .execute()
  if (rows.length > AT_ONCE_MAX)
    throw new AppError(
      'invalid',
      `Name the studies (studyDbId), or one of their trials: at most ${AT_ONCE_MAX} are read at once`,
    )
  return rows
}
