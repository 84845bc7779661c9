import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { boundsOf, pageOf } from './page.ts'
import { brapiTrialId, brapiTrialName, programName, visibleStudies } from './visible-studies.ts'

/** Projects as BrAPI trials, with the studies that a person may see. */
export async function brapiTrials(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { page, pageSize, ...filter }: QueryOf<'brapiTrials'>,
): Promise<ReplyOf<'brapiTrials'>> {
  const studies = visibleStudies(db, actor, filter)
  const { total } = await studies
    .select((row) => row.fn.count<number>(brapiTrialId).distinct().as('total'))
    .executeTakeFirstOrThrow()
  const trials = await studies
    .select([
      brapiTrialId.as('trialDbId'),
      brapiTrialName.as('trialName'),
      'users.id as programDbId',
      programName.as('programName'),
    ])
    .select((row) => row.fn.min('trials.plantingDate').as('startDate'))
    .groupBy(['trialDbId', 'trialName', 'users.id', 'programName'])
    .orderBy('trialName')
    .orderBy('trialDbId')
    .limit(pageSize)
    .offset(boundsOf({ page, pageSize })[0])
    .execute()
  const data = trials.map(({ startDate, ...trial }) => ({
    ...trial,
    active: true,
    ...(startDate !== null && { startDate }),
  }))
  return pageOf(data, { page, pageSize }, total)
}
