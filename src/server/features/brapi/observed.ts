import type { Kysely } from 'kysely'
import { dateOfDay } from '#domain/dates.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { columnName, createColumnReader, mainColumnOf } from '#imagery/traits/trait-columns.ts'
import type { Measurement, Schema, Trial } from '../../adapters/db/schema.ts'
import { loadExclusions } from '../trials/exclusions/list-exclusions.ts'
import { timeStampOf } from '../trials/flights/time-stamp.ts'
import { newestDoneMeasurement } from '../trials/measuring/newest-done.ts'
import { type OwnRecorded, recordedColumns } from '../trials/own-columns/recorded-columns.ts'
import { newestPlots, type PlotRow, type PlotsVersion, readPlotRows } from '../trials/queries.ts'
import { readTrait } from '../trials/results/read-trait.ts'
import {
  type Reading as PlotReading,
  type ReaderOf,
  recordedReader,
  valueReader,
} from '../trials/results/value-reader.ts'
import { type Variable, variableOfColumn, variableOfTrait } from './variable-of.ts'

/**
 * What is known of a plot; the value is empty where there is none, or where people have excluded the plot. Also as a number, which is
 * the day of a date.
 */
export type Cell = { value: string; number: number | null; info: Record<string, string> }

/** A value for each plot on one date or none, of a trait that was measured or of what people have recorded. */
export type ObservedColumn = {
  id: string
  variable: Variable
  timeStamp: string | null
  /** What measured it, or who changed it last. */
  collector: string
  /** Of a plot by its place. */
  read: () => Promise<(at: number) => Cell>
}

/** `of` is null where the trial has no plots. Plots are read once, when they are needed. */
export type Observed = {
  trial: Trial
  of: PlotsVersion | null
  plots: () => Promise<readonly PlotRow[]>
  columns: readonly ObservedColumn[]
}

type Reading = ReaderOf & { plots: readonly PlotRow[] }
type Read = () => Promise<Reading>

/** The newest measurement of a trial that is done, flight by flight, then what people have recorded. */
export async function observedIn(db: Kysely<Schema>, trial: Trial): Promise<Observed> {
  const measurement = await newestDoneMeasurement(db, trial.id)
  const version = measurement?.plotsVersion ?? (await newestPlots(db, trial.id))?.version
  if (version === undefined) return { trial, of: null, plots: async () => [], columns: [] }
  const of = { trialId: trial.id, version }
  let reading: Promise<Reading> | undefined
  const read: Read = () =>
    (reading ??= (async () => ({
      plots: await readPlotRows(db, of),
      whyExcluded: await loadExclusions(db, trial.id),
    }))())
  const measured = measurement ? await measuredColumns(db, measurement, read) : []
  const recorded = await recordedColumns(db, trial.id)
  const own = recorded.map((column) => ownColumn(column, read))
  return { trial, of, plots: async () => (await read()).plots, columns: [...measured, ...own] }
}

async function measuredColumns(
  db: Kysely<Schema>,
  measurement: Measurement,
  readPlots: Read,
): Promise<ObservedColumn[]> {
  const rows = await db
    .selectFrom('measuredTraits')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredTraits.flightId')
    .select(['flightId', 'takenOn', 'takenAt', 'trait', 'unit', 'columns'])
    .where('measurementId', '=', measurement.id)
    .orderBy('moment')
    .orderBy('trait')
    .execute()
  return rows
    .filter(({ trait, columns }) => columns.includes(mainColumnOf(trait)))
    .map(({ flightId, trait, unit, ...flight }) => ({
      id: `${measurement.id}:${flightId}`,
      variable: variableOfTrait({ trait, unit }, measurement.settings.formulas),
      timeStamp: timeStampOf(flight),
      collector: measurement.softwareVersion,
      read: () => readMeasured(db, measurement, { flightId, trait, readPlots }),
    }))
}

type Wanted = { flightId: string; trait: string; readPlots: Read }

async function readMeasured(
  db: Kysely<Schema>,
  measurement: Measurement,
  { flightId, trait, readPlots }: Wanted,
): Promise<(at: number) => Cell> {
  const stored = await readTrait(db, measurement.id, { flightId, trait })
  // The flight was removed meanwhile.
  if (!stored) return () => ({ value: '', number: null, info: {} })
  const { plots, whyExcluded } = await readPlots()
  const read = createColumnReader(stored, plots.length)
  const { scope } = mainValueOf(trait)
  const made = {
    run_id: measurement.id,
    plots_version: String(measurement.plotsVersion),
    buffer_m: String(measurement.settings.bufferMetres),
    mask_method: stored.method.maskMethod,
    mask_cleaned: String(stored.method.maskCleaned ?? false),
    map_sha256: stored.method.orthomosaicSha256,
  }
  const readPlot = valueReader({
    plots,
    whyExcluded,
    flightId,
    valuesAt: (at) => read(mainColumnOf(trait), at),
    bitsAt: (at) => read('flags', at) ?? 0,
  })
  return (at) => {
    const reading = readPlot(at)
    const info = {
      ...made,
      ...aboutExclusion(reading),
      n_px: String(read(columnName('n_px', scope), at) ?? ''),
      valid_frac: String(read(columnName('valid_frac', scope), at) ?? ''),
    }
    return { value: String(reading.values ?? ''), number: reading.values, info }
  }
}

function ownColumn(column: OwnRecorded, readPlots: Read): ObservedColumn {
  const { columnId, takenOn, author, type } = column
  return {
    id: columnId,
    variable: variableOfColumn(column),
    timeStamp: takenOn === null ? null : timeStampOf({ takenOn }),
    collector: author,
    async read() {
      const readPlot = recordedReader(column, await readPlots())
      return (at) => {
        const reading = readPlot(at)
        const { number, text } = reading.values ?? { number: null, text: null }
        const value = number !== null && type === 'date' ? dateOfDay(number) : String(number ?? text ?? '')
        return { value, number, info: aboutExclusion(reading) }
      }
    },
  }
}

const aboutExclusion = ({ bits, reason }: PlotReading<unknown>): Record<string, string> => ({
  flags: fromBits(bits).join('|'),
  ...(reason !== null && { exclusion_reason: reason }),
})
