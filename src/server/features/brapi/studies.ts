import { type Kysely, sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { Actor } from '../../actor.ts'
import type { Schema, Trial } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { loadTrial, trialsOf } from '../trials/queries.ts'
import { REFERENCE_SOURCE, variableIdOf } from './ids.ts'
import { boundsOf, pageOf } from './page.ts'

/** Trials as studies, newest first. */
export async function brapiStudies(
  { db, config }: Pick<Deps, 'db'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { studyDbId, ...paging }: QueryOf<'brapiStudies'>,
): Promise<ReplyOf<'brapiStudies'>> {
  if (studyDbId !== undefined) await loadTrial(db, actor, studyDbId)
  const visible = () => {
    const all = trialsOf(db, actor)
    return studyDbId === undefined ? all : all.where('trials.id', '=', studyDbId)
  }
  const { total } = await visible()
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const [from] = boundsOf(paging)
  const rows = await visible()
    .leftJoin('projects', 'projects.id', 'trials.projectId')
    .selectAll('trials')
    .select([
      'projects.name as project',
      dateOfFirstFlight.as('firstFlight'),
      measuredTraits.as('traits'),
      ownTraits.as('formulas'),
    ])
    .orderBy('trials.createdAt', 'desc')
    .orderBy('trials.id', 'desc')
    .limit(paging.pageSize)
    .offset(from)
    .execute()
  const data = rows.map(({ project, traits, formulas, ...trial }) => ({
    studyDbId: trial.id,
    studyName: trial.name,
    studyType: 'Field trial' as const,
    active: true,
    ...(trial.crop !== null && { commonCropName: trial.crop }),
    seasons: [String(yearOf(trial))],
    ...(trial.plantingDate !== null && { startDate: `${trial.plantingDate}T00:00:00Z` }),
    ...(trial.projectId !== null && project !== null && { trialDbId: trial.projectId, trialName: project }),
    observationVariableDbIds: (traits ?? []).map((trait) => variableIdOf(trait, formulas ?? [])),
    externalReferences: [
      { referenceId: `${config.publicUrl}/my-dashboard/trials/${trial.id}`, referenceSource: REFERENCE_SOURCE },
    ],
  }))
  return pageOf(data, paging, total)
}

const dateOfFirstFlight = sql<string | null>`(select min(taken_on) from trial_flights where trial_id = trials.id)`

const newestDone = (column: 'id' | 'settings') =>
  sql`(select ${sql.ref(column)} from measurements where trial_id = trials.id and state = 'DONE' order by created_at desc limit 1)`

/** Those of the newest measurement that is done. */
const measuredTraits = sql<string[] | null>`(
  select jsonb_agg(distinct trait order by trait) from measured_traits where measurement_id = ${newestDone('id')}
)`

/** Those that were computed by formulas of people. */
const ownTraits = sql<OwnTrait[] | null>`(${newestDone('settings')} -> 'formulas')`

type Dated = Pick<Trial, 'plantingDate' | 'createdAt'> & { firstFlight: string | null }

const yearOf = ({ plantingDate, firstFlight, createdAt }: Dated): number =>
  Number((plantingDate ?? firstFlight ?? createdAt.toISOString()).slice(0, 4))

/** The year of a trial: that of planting, or else of its first flight. */
export async function seasonOf(db: Kysely<Schema>, trial: Trial) {
  const { first } = await db
    .selectFrom('trialFlights')
    .select((row) => row.fn.min('takenOn').as('first'))
    .where('trialId', '=', trial.id)
    .executeTakeFirstOrThrow()
  return presentSeason(yearOf({ ...trial, firstFlight: first }))
}

export const presentSeason = (year: number) => ({ seasonDbId: String(year), seasonName: String(year), year })
