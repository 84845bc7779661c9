import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueryOf } from '#contract/api.ts'
import { TABLE_NAMES, type TableRow } from '#contract/measurements.ts'
import type { CsvCell, CsvColumn } from '#domain/csv.ts'
import { AppError } from '#domain/errors.ts'
import { daysAfterPlanting, SCOPES, STATISTICS } from '#domain/trials.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { columnName, createColumnReader } from '#imagery/traits/trait-columns.ts'
import type { Actor } from '../../../actor.ts'
import type { Measurement, Trial } from '../../../adapters/db/schema.ts'
import { writtenDigits } from '../../../compute/trials/exports/digits.ts'
import type { Deps } from '../../../deps.ts'
import type { TableReply } from '../../../table-reply.ts'
import { loadExclusions } from '../exclusions/list-exclusions.ts'
import { exportFile } from '../exports/export-file.ts'
import { loadDoneMeasurement, loadTrial, newestPlots, readPlotRows } from '../queries.ts'
import { degreeDaysOf, loadTemperatures } from '../temperatures/load-temperatures.ts'
import { identityOf } from './plot-identity.ts'
import { readTrait, selectMeasured } from './read-trait.ts'
import { type RowsOf, recordedRows } from './recorded-rows.ts'
import { valueReader } from './value-reader.ts'

type Filter = QueryOf<'getTraitTable'>

/** Rows that are made in one turn of the event loop. */
const ROWS_PER_BATCH = 100

/** What people have recorded and what was measured, in long form: a row for each plot, flight, trait, statistic and scope that has a value. */
export async function getTraitTable(
  deps: Pick<Deps, 'db' | 'compute' | 'now'>,
  actor: Actor,
  filter: Filter,
): Promise<TableReply<Row>> {
  const measurement =
    filter.measurementId === undefined ? undefined : await loadDoneMeasurement(deps.db, actor, filter.measurementId)
  const trial = await loadTrial(deps.db, actor, measurement?.trialId ?? filter.trialId ?? '')
  const plotsVersion = measurement?.plotsVersion ?? (await newestPlots(deps.db, trial.id))?.version
  if (plotsVersion === undefined) throw new AppError('conflict', 'This trial has no plots yet. Add them first.')
  const { format } = filter
  if (format !== 'json' && format !== 'csv') {
    const of = { trial, plotsVersion, measurement, isForVisitor: actor.link !== undefined }
    return { format, chunks: exportFile(deps, { ...of, format, filter, choice: filter }) }
  }
  return { format, columns: COLUMNS, batches: batchesOf(deps, actor, { filter, trial, plotsVersion, measurement }) }
}

/** Of a measured value, as many as its noise and the spread of plots allow. No JSON has a symbol. */
const DIGITS = Symbol('digits')
type Row = TableRow & { [DIGITS]?: number | null }

/** Pixels count by their share in the plot. */
const DIGITS_OF: Partial<Record<keyof TableRow, number>> = { n_px: 2, valid_frac: 4 }

const COLUMNS: readonly CsvColumn<Row>[] = TABLE_NAMES.map((name) => [
  name,
  (row) => cellOf(row[name], name === 'value' ? row[DIGITS] : DIGITS_OF[name]),
])

function cellOf(value: TableRow[keyof TableRow], digits: number | null = null): CsvCell {
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' && digits !== null ? { number: value, digits } : value
}

type Wanted = { filter: Filter; trial: Trial; plotsVersion: number; measurement: Measurement | undefined }

async function* batchesOf(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { filter, trial, plotsVersion, measurement }: Wanted,
): AsyncGenerator<Row[]> {
  const { db } = deps
  const plots = await readPlotRows(db, { trialId: trial.id, version: plotsVersion })
  const whyExcluded = await loadExclusions(db, trial.id)
  const temperatures = await loadTemperatures(db, trial.id)
  const of = { filter, plots, whyExcluded, temperatures }
  yield* recordedRows(db, { ...of, trial, plotsVersion })
  if (measurement) yield* measuredRows(deps, actor, { ...of, measurement })
}

async function* measuredRows(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { filter, plots, whyExcluded, temperatures, measurement }: RowsOf & { measurement: Measurement },
): AsyncGenerator<Row[]> {
  const pairs = [...STATISTICS]
    .filter((stat) => filter.stat === undefined || stat === filter.stat)
    .flatMap((stat) => SCOPES.map((scope) => ({ stat, scope })))
    .filter(({ scope }) => filter.scope === undefined || scope === filter.scope)
  const keys = selectMeasured(db, measurement.id, filter).select('takenOn').orderBy('moment').orderBy('trait')
  for (const key of await keys.execute()) {
    // Read again for each trait: the person may have been stopped, or the trial deleted.
    const { plantingDate } = await loadTrial(db, actor, measurement.trialId)
    const stored = await readTrait(db, measurement.id, key)
    if (!stored) continue
    const shared = sharedBy(measurement, {
      ...key,
      ...stored,
      plantingDate,
      gdd: degreeDaysOf(temperatures, plantingDate, key.takenOn)?.sum ?? null,
    })
    const read = createColumnReader(stored, plots.length)
    const measured: ((typeof pairs)[number] & { digits: number | null })[] = []
    for (const pair of pairs) {
      const name = columnName(pair.stat, pair.scope)
      if (!stored.columns.includes(name)) continue
      measured.push({
        ...pair,
        digits: filter.format === 'csv' ? digitsOf(stored, plots, (at) => read(name, at)) : null,
      })
      await nextTurn()
    }
    const readPlot = valueReader({
      plots,
      whyExcluded,
      flightId: key.flightId,
      valuesAt: (at) => (name: string) => read(name, at),
      bitsAt: (at) => read('flags', at) ?? 0,
    })
    let batch: Row[] = []
    for (const [index, plot] of plots.entries()) {
      const { values, bits, reason } = readPlot(index)
      const excluded = { excluded: reason !== null, exclusion_reason: reason }
      const own = { ...identityOf(plot, plantingDate), flags: fromBits(bits).join('|'), ...excluded }
      for (const { stat, scope, digits } of measured) {
        const value = values?.(columnName(stat, scope)) ?? null
        const [pixels, valid] = [columnName('n_px', scope), columnName('valid_frac', scope)]
        const counted = { n_px: read(pixels, index), valid_frac: read(valid, index) }
        batch.push({ ...shared, ...own, ...counted, stat, scope, value, value_text: null, [DIGITS]: digits })
      }
      if (batch.length < ROWS_PER_BATCH) continue
      yield batch
      batch = []
      await nextTurn()
    }
    yield batch
  }
}

type Stored = NonNullable<Awaited<ReturnType<typeof readTrait>>>

const digitsOf = (
  { unit, method }: Pick<Stored, 'unit' | 'method'>,
  plots: readonly unknown[],
  read: (at: number) => number | null,
): number | null =>
  writtenDigits(
    { unit, heightNoise: method.chmNoiseMetres },
    plots.map((_, at) => read(at)),
  )

type TraitKey = { flightId: string; trait: string; takenOn: string }

type Shared = TraitKey & Pick<Stored, 'unit' | 'method'> & Pick<Trial, 'plantingDate'> & { gdd: number | null }

/** What the rows of a trait have in common. */
function sharedBy(
  { id, trialId, plotsVersion, settings, softwareVersion }: Measurement,
  { flightId, takenOn, trait, unit, method, plantingDate, gdd }: Shared,
) {
  return {
    trial_id: trialId,
    flight_id: flightId,
    date: takenOn,
    dap: daysAfterPlanting(takenOn, plantingDate),
    gdd,
    trait,
    unit,
    grid_version: plotsVersion,
    buffer_m: settings.bufferMetres,
    mask_method: method.maskMethod,
    mask_threshold: method.maskThreshold,
    mask_cleaned: method.maskCleaned ?? false,
    eta: method.eta,
    z0_source: method.z0Source,
    soil_calibration: method.soilCalibration,
    soil_median_m: method.soilMedianMetres ?? null,
    chm_noise_m: method.chmNoiseMetres,
    gsd_cm: method.gsdCm,
    map_sha256: method.orthomosaicSha256,
    shift_east_m: method.shift?.eastMetres ?? 0,
    shift_north_m: method.shift?.northMetres ?? 0,
    software_version: softwareVersion,
    run_id: id,
  }
}
