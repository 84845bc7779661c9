import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { studiesOf } from '../trials/queries.ts'

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

/** What a client may filter by. A trial is one field, which is its location. */
const FIELDS = {
  studyDbId: sql<string>`trials.id`,
  studyName: sql<string>`trials.name`,
  studyType: sql<string>`${STUDY_TYPE}::text`,
  locationDbId: sql<string>`trials.id`,
  seasonDbId: yearOfTrial,
  trialDbId: brapiTrialId,
  trialName: brapiTrialName,
  programDbId: sql<string>`trials.account_id`,
  programName,
  commonCropName: sql<string>`trials.crop`,
}
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

type Filter = { [Name in keyof typeof FIELDS | 'active']?: string | undefined }

/** The trials that a person may see, with their customers and projects. All are active. */
export function visibleStudies(db: Kysely<Schema>, actor: Actor, filter: Filter) {
  let studies = studiesOf(db, actor)
    .innerJoin('users', 'users.id', 'trials.accountId')
    .leftJoin('projects', 'projects.id', 'trials.projectId')
  for (const name of NAMES) {
    const wanted = filter[name]
    if (wanted !== undefined) studies = studies.where(FIELDS[name], '=', wanted)
  }
  return filter.active === 'false' ? studies.where(sql<boolean>`false`) : studies
}
