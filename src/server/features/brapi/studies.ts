import { type Kysely, sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { Actor } from '../../actor.ts'
import type { Schema, Trial } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { loadTrial } from '../trials/queries.ts'
import { ownVariableIdOf, REFERENCE_SOURCE, variableIdOf } from './ids.ts'
import { boundsOf, pageOf } from './page.ts'
import { brapiTrialId, brapiTrialName, STUDY_TYPE, visibleStudies, yearOfTrial } from './visible-studies.ts'

/** Trials as studies, newest first. */
export async function brapiStudies(
  { db, config }: Pick<Deps, 'db'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { page, pageSize, ...filter }: QueryOf<'brapiStudies'>,
): Promise<ReplyOf<'brapiStudies'>> {
  const paging = { page, pageSize }
  if (filter.studyDbId !== undefined) await loadTrial(db, actor, filter.studyDbId)
  const visible = visibleStudies(db, actor, filter)
  const { total } = await visible.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const [from] = boundsOf(paging)
  const rows = await visible
    .selectAll('trials')
    .select([brapiTrialId.as('trialDbId'), brapiTrialName.as('trialName')])
    .select([yearOfTrial.as('year'), measuredTraits.as('traits'), ownTraits.as('formulas'), recorded.as('recorded')])
    .orderBy('trials.createdAt', 'desc')
    .orderBy('trials.id', 'desc')
    .limit(paging.pageSize)
    .offset(from)
    .execute()
  const data = rows.map(({ trialDbId, trialName, year, traits, formulas, recorded: own, ...trial }) => ({
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
    externalReferences: [
      { referenceId: `${config.publicUrl}/my-dashboard/trials/${trial.id}`, referenceSource: REFERENCE_SOURCE },
    ],
  }))
  return pageOf(data, paging, total)
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

export async function seasonOf(db: Kysely<Schema>, { id }: Pick<Trial, 'id'>) {
  const { year } = await db
    .selectFrom('trials')
    .select(yearOfTrial.as('year'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return presentSeason(year)
}

export const presentSeason = (year: string) => ({ seasonDbId: year, seasonName: year, year: Number(year) })
