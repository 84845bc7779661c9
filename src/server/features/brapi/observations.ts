import type { z } from 'zod'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { brapiObservation } from '#contract/brapi.ts'
import type { MeasurementSettings } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadExclusions } from '../trials/exclusions/list-exclusions.ts'
import { loadTrial, type PlotRow, readPlotRows } from '../trials/queries.ts'
import { readTrait } from '../trials/results/get-trait-table.ts'
import { columnName, createColumnReader, mainColumnOf } from '../trials/results/trait-columns.ts'
import { germplasmOf, unitIdOf, unitsIn, variableIdOf, variableNameOf } from './ids.ts'
import { type Measured, type MeasuredColumn, newestMeasured, timeStampOf } from './measured.ts'
import { boundsOf, pageOf } from './page.ts'
import { seasonOf } from './studies.ts'

type Filter = QueryOf<'brapiObservations'>
type Observation = z.output<typeof brapiObservation>

/** The values of the newest measurement: flight by flight, trait by trait, plot by plot. */
export async function brapiObservations(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { page, pageSize, studyDbId, ...filter }: Filter,
): Promise<ReplyOf<'brapiObservations'>> {
  const trial = await loadTrial(db, actor, studyDbId)
  const measured = await newestMeasured(db, trial)
  if (!measured) return pageOf([], { page, pageSize }, 0)
  const { measurement } = measured
  const plots = await readPlotRows(db, { trialId: trial.id, version: measurement.plotsVersion })
  const { observationVariableDbId, observationTimeStampRangeStart, observationTimeStampRangeEnd, ...ofUnits } = filter
  const wanted = { observationVariableDbId, observationTimeStampRangeStart, observationTimeStampRangeEnd }
  const columns = measured.columns.filter((column) => isWanted(column, wanted, measurement.settings))
  const places = unitsIn(plots, trial.id, ofUnits)
  const shared = { studyDbId: trial.id, season: await seasonOf(db, trial), collector: measurement.softwareVersion }
  const [from, to] = boundsOf({ page, pageSize })
  const data: Observation[] = []
  for (const [index, column] of columns.entries()) {
    const start = index * places.length
    const shown = places.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (shown.length > 0) data.push(...(await observationsOf(db, { measured, column, plots, shown, shared })))
  }
  return pageOf(data, { page, pageSize }, columns.length * places.length)
}

function isWanted(
  { trait, takenOn }: MeasuredColumn,
  filter: Pick<Filter, 'observationVariableDbId' | 'observationTimeStampRangeStart' | 'observationTimeStampRangeEnd'>,
  { formulas }: MeasurementSettings,
): boolean {
  const { observationVariableDbId, observationTimeStampRangeStart: start, observationTimeStampRangeEnd: end } = filter
  const at = Date.parse(timeStampOf(takenOn))
  return (
    (observationVariableDbId === undefined || observationVariableDbId === variableIdOf(trait, formulas)) &&
    (start === undefined || at >= Date.parse(start)) &&
    (end === undefined || at < Date.parse(end))
  )
}

type Wanted = {
  measured: Measured
  column: MeasuredColumn
  plots: readonly PlotRow[]
  shown: readonly number[]
  shared: Pick<Observation, 'studyDbId' | 'season' | 'collector'>
}

async function observationsOf(
  db: Deps['db'],
  { measured: { measurement }, column, plots, shown, shared }: Wanted,
): Promise<Observation[]> {
  const stored = await readTrait(db, measurement.id, column)
  // The flight was removed meanwhile.
  if (!stored) return []
  const { trait, takenOn, flightId } = column
  const whyExcluded = await loadExclusions(db, measurement.trialId)
  const read = createColumnReader(stored.columns, stored.data, plots.length)
  const variable = variableIdOf(trait, measurement.settings.formulas)
  const made = {
    run_id: measurement.id,
    plots_version: String(measurement.plotsVersion),
    buffer_m: String(measurement.settings.bufferMetres),
    mask_method: stored.method.maskMethod,
    mask_cleaned: String(stored.method.maskCleaned ?? false),
    map_sha256: stored.method.orthomosaicSha256,
  }
  return shown.flatMap((at) => {
    const plot = plots[at]
    if (!plot) return []
    const { scope } = mainValueOf(trait)
    const reason = whyExcluded(plot.plotId, flightId)
    const value = reason === undefined ? read(mainColumnOf(trait), at) : null
    const numbers = { n_px: read(columnName('n_px', scope), at), valid_frac: read(columnName('valid_frac', scope), at) }
    return [
      {
        ...shared,
        observationDbId: `${measurement.id}:${flightId}:${variable}:${plot.plotId}`,
        observationUnitDbId: unitIdOf(shared.studyDbId, plot),
        observationUnitName: plot.plotId,
        observationVariableDbId: variable,
        observationVariableName: variableNameOf(trait),
        observationTimeStamp: timeStampOf(takenOn),
        ...germplasmOf(plot),
        ...(value !== null && { value: String(value) }),
        additionalInfo: {
          ...made,
          flags: [...fromBits(read('flags', at) ?? 0), ...(reason === undefined ? [] : ['USER_EXCLUDED'])].join('|'),
          ...(reason !== undefined && { exclusion_reason: reason }),
          ...Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number ?? '')])),
        },
      },
    ]
  })
}
