import type { z } from 'zod'
import type { brapiObservation } from '#contract/brapi/rows.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { timeStampOf } from '../../trials/flights/time-stamp.ts'
import { ownVariableIdOf } from '../../trials/variable-ids.ts'
import { germplasmOf, unitIdOf } from '../ids.ts'
import { seasonOf } from '../studies.ts'
import type { FoundPlot } from './find-plots.ts'
import type { Score } from './scores.ts'

type Observation = z.output<typeof brapiObservation>
type Written = { scores: readonly Score[]; plots: ReadonlyMap<string, FoundPlot>; columnIds: readonly string[] }

/** What was written, as it is read from now on, in the order in which it was sent. */
export async function presentScores(
  trx: Database,
  { fullName }: Pick<Actor, 'fullName'>,
  { scores, plots, columnIds }: Written,
): Promise<Observation[]> {
  const seasons = new Map<string, Observation['season']>()
  for (const trialId of new Set(scores.map((score) => score.trialId)))
    seasons.set(trialId, await seasonOf(trx, { id: trialId }))
  return scores.flatMap(({ trialId, plotId, variable, takenOn, value, references = [] }, index) => {
    const unitId = unitIdOf(trialId, { plotId })
    const [season, plot] = [seasons.get(trialId), plots.get(unitId)]
    if (!season || !plot) return []
    const variableId = ownVariableIdOf(variable)
    return [
      {
        observationDbId: `${columnIds[index]}:${variableId}:${plotId}`,
        observationUnitDbId: unitId,
        observationUnitName: plotId,
        observationVariableDbId: variableId,
        observationVariableName: variable.name,
        ...(takenOn !== null && { observationTimeStamp: timeStampOf({ takenOn }) }),
        studyDbId: trialId,
        season,
        ...germplasmOf(plot),
        collector: fullName,
        ...(value !== null && { value: String(value) }),
        additionalInfo: { flags: '' },
        ...(references.length > 0 && { externalReferences: [...references] }),
      },
    ]
  })
}
