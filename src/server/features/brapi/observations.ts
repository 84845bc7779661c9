import type { z } from 'zod'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { brapiObservation } from '#contract/brapi.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial, type PlotRow, type PlotsVersion, plotsOf } from '../trials/queries.ts'
import { areEntries, entriesIn } from './entries.ts'
import { germplasmOf, type UnitFilter, unitIdOf, unitMatches } from './ids.ts'
import { meanColumns, pageOfMeans } from './means.ts'
import { type ObservedColumn, observedIn } from './observed.ts'
import { boundsOf, pageOf } from './page.ts'
import { seasonOf } from './studies.ts'

type Filter = QueryOf<'brapiObservations'>
type Observation = z.output<typeof brapiObservation>

/**
 * What was measured, flight by flight, trait by trait, plot by plot; then what people have recorded. At the level of entries, the means
 * of genotypes.
 */
export async function brapiObservations(
  { db, compute }: Pick<Deps, 'db' | 'compute'>,
  actor: Actor,
  { page, pageSize, studyDbId, ...filter }: Filter,
): Promise<ReplyOf<'brapiObservations'>> {
  const { observationVariableDbId, observationTimeStampRangeStart, observationTimeStampRangeEnd, ...ofUnits } = filter
  const wanted = { observationVariableDbId, observationTimeStampRangeStart, observationTimeStampRangeEnd }
  const trial = await loadTrial(db, actor, studyDbId)
  const observed = await observedIn(db, trial)
  const { plots } = observed
  const shared = { studyDbId: trial.id, season: await seasonOf(db, trial) }
  if (areEntries(ofUnits))
    return pageOfMeans(
      { compute },
      {
        plots,
        columns: meanColumns(observed).filter((column) => isWanted(column, wanted)),
        entries: entriesIn(plots, trial.id, ofUnits),
        shared,
        paging: { page, pageSize },
      },
    )
  const columns = observed.columns.filter((column) => isWanted(column, wanted))
  const places = observed.of ? await placesIn(db, observed.of, ofUnits) : []
  const [from, to] = boundsOf({ page, pageSize })
  const data: Observation[] = []
  for (const [index, column] of columns.entries()) {
    const start = index * places.length
    const shown = places.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (shown.length > 0) data.push(...(await observationsOf(column, { plots, shown, shared })))
  }
  return pageOf(data, { page, pageSize }, columns.length * places.length)
}

/** Of the plots that a client asks for, in their order. */
async function placesIn(db: Deps['db'], of: PlotsVersion, filter: UnitFilter): Promise<number[]> {
  const found = await plotsOf(db, of).where(unitMatches(of.trialId, filter)).select('place').execute()
  return found.map(({ place }) => place)
}

/** What has no date is in no range of time. */
function isWanted(
  { variable, timeStamp }: Pick<ObservedColumn, 'variable' | 'timeStamp'>,
  filter: Pick<Filter, 'observationVariableDbId' | 'observationTimeStampRangeStart' | 'observationTimeStampRangeEnd'>,
): boolean {
  const { observationVariableDbId: id, observationTimeStampRangeStart: start } = filter
  const { observationTimeStampRangeEnd: end } = filter
  const at = timeStamp === null ? Number.NaN : Date.parse(timeStamp)
  return (
    (id === undefined || id === variable.observationVariableDbId) &&
    (start === undefined || at >= Date.parse(start)) &&
    (end === undefined || at < Date.parse(end))
  )
}

type Wanted = {
  plots: readonly PlotRow[]
  shown: readonly number[]
  shared: Pick<Observation, 'studyDbId' | 'season'>
}

async function observationsOf(column: ObservedColumn, { plots, shown, shared }: Wanted): Promise<Observation[]> {
  const { id, variable, timeStamp, collector } = column
  const read = await column.read()
  return shown.flatMap((at) => {
    const plot = plots[at]
    if (!plot) return []
    const { value, info } = read(at)
    return [
      {
        ...shared,
        collector,
        observationDbId: `${id}:${variable.observationVariableDbId}:${plot.plotId}`,
        observationUnitDbId: unitIdOf(shared.studyDbId, plot),
        observationUnitName: plot.plotId,
        observationVariableDbId: variable.observationVariableDbId,
        observationVariableName: variable.observationVariableName,
        ...(timeStamp !== null && { observationTimeStamp: timeStamp }),
        ...germplasmOf(plot),
        ...(value !== '' && { value }),
        additionalInfo: info,
      },
    ]
  })
}
