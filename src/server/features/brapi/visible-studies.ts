import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { trialsOf } from '../trials/queries.ts'

type Filter = Partial<Record<'studyDbId' | 'trialDbId' | 'programDbId' | 'commonCropName', string | undefined>>

/**
 * BrAPI groups studies in trials, and those in programs. A program is a customer, a BrAPI trial is a project of that customer; a
 * study without a project is a BrAPI trial of its own, so that clients that go down from programs find it.
 */
export const brapiTrialId = sql<string>`coalesce(trials.project_id || ':' || trials.user_id, trials.id)`
export const brapiTrialName = sql<string>`coalesce(projects.name, trials.name)`
export const programName = sql<string>`coalesce(users.organisation, users.full_name)`

/** The trials that a person may see, with their customers and projects. */
export function visibleStudies(
  db: Kysely<Schema>,
  actor: Actor,
  { studyDbId, trialDbId, programDbId, commonCropName }: Filter,
) {
  return trialsOf(db, actor)
    .innerJoin('users', 'users.id', 'trials.userId')
    .leftJoin('projects', 'projects.id', 'trials.projectId')
    .$if(studyDbId !== undefined, (all) => all.where('trials.id', '=', studyDbId ?? ''))
    .$if(trialDbId !== undefined, (all) => all.where(brapiTrialId, '=', trialDbId ?? ''))
    .$if(programDbId !== undefined, (all) => all.where('trials.userId', '=', programDbId ?? ''))
    .$if(commonCropName !== undefined, (all) => all.where('trials.crop', '=', commonCropName ?? ''))
}
