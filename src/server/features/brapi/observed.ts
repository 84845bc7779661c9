import { sql } from 'kysely'
import { dateOfDay } from '#domain/dates.ts'
import type { FlightMethod } from '#domain/flight-method.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { columnName, mainColumnOf } from '#imagery/traits/trait-columns.ts'
import type { Database, Measurement, Trial } from '../../adapters/db/schema.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { loadExclusions, type WhyExcluded } from '../trials/exclusions/list-exclusions.ts'
import { timeStampOf } from '../trials/flights/time-stamp.ts'
import { newestDoneMeasurement } from '../trials/measuring/newest-done.ts'
import { namesOfRecorded, readRecorded } from '../trials/own-columns/recorded-columns.ts'
import { countPlots, newestPlots, type PlotRow, type PlotsVersion, plotsOf } from '../trials/queries.ts'
import { readColumns, type StoredTrait } from '../trials/results/read-column.ts'
import { methodOfTrait } from '../trials/results/read-trait.ts'
import { type Reading, recordedReader, valueReader } from '../trials/results/value-reader.ts'
import { ownVariableIdOf } from '../trials/variable-ids.ts'
import type { Wanted } from './asked.ts'
import { unitMatches } from './ids.ts'
import { type Variable, variableOfColumn, variableOfTrait } from './variable-of.ts'

/** What is known of a plot; the value is empty where there is none, or where people have excluded the plot. */
export type Cell = { value: string; info: Record<string, string> }

/** The same of many plots. NaN is no number; the number of a date is its day. Texts are only of what people have recorded. */
export type Values = { numbers: Float64Array; texts: readonly string[] }

/** With its place among the plots of its version, from 0. */
export type PlacedPlot = PlotRow & { place: number }

/** A value for each plot on one date or none, of a trait that was measured or of what people have recorded. */
export type ObservedColumn = {
  id: string
  /** And not recorded by people. */
  isMeasured: boolean
  variableDbId: string
  variableName: string
  variable: () => Promise<Variable>
  timeStamp: string | null
  /** What measured it, or who changed it last. */
  collector: string
  /** Of plots in the order of their places. */
  values: (plots: readonly PlacedPlot[]) => Promise<Values>
  cells: (plots: readonly PlacedPlot[]) => Promise<Cell[]>
  /**
   * Of what people have recorded, the names of the plots that have a score: a phone would store each of the other ones as an empty score of
   * its own. What is measured has an observation of each plot, which says why there is no value.
   */
  scored?: () => Promise<ReadonlySet<string>>
}

/** `of` is null where the trial has no plots. */
export type Observed = { trial: Trial; of: PlotsVersion | null; columns: readonly ObservedColumn[] }

type Source = {
  db: Database
  whyExcluded: () => Promise<WhyExcluded>
}

/** The newest measurement of a trial that is done, flight by flight, then what people have recorded. */
export async function observedIn(db: Database, trial: Trial): Promise<Observed> {
  const measurement = await newestDoneMeasurement(db, trial.id)
  const version = measurement?.plotsVersion ?? (await newestPlots(db, trial.id))?.version
  if (version === undefined) return { trial, of: null, columns: [] }
  const source = { db, whyExcluded: once(() => loadExclusions(db, trial.id)) }
  const measured = measurement ? await measuredColumns(source, measurement) : []
  const recorded = await namesOfRecorded(db, trial.id)
  const own = recorded.map((column) => ownColumn(column, source))
  return { trial, of: { trialId: trial.id, version }, columns: [...measured, ...own] }
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined
  return () => (reading ??= read())
}

const none = async (): Promise<PlacedPlot[]> => []

/** Those that a client asks for, in their order; a page reads a part of them. */
export async function plotsFor(db: Database, { of }: Observed, wanted: Wanted) {
  if (!of) return { count: 0, read: none, names: none, at: none }
  const found = plotsOf(db, of).where(unitMatches(wanted))
  const count = await countAll(db, found.clearOrderBy().select('place'))
  const read = (from: number, limit: number): Promise<PlacedPlot[]> =>
    found.select(['place', 'plotId', 'attributes']).offset(from).limit(limit).execute()
  const names = () => found.select(['place', 'plotId']).execute()
  const at = (places: readonly number[]): Promise<PlacedPlot[]> =>
    found.select(['place', 'plotId', 'attributes']).where('place', 'in', places).execute()
  return { count, read, names, at }
}

/** All of them, or all that a client asks for. */
export async function allPlots(db: Database, observed: Observed, wanted: Wanted = {}): Promise<PlacedPlot[]> {
  const { count, read } = await plotsFor(db, observed, wanted)
  return read(0, count)
}

async function measuredColumns(source: Source, measurement: Measurement): Promise<ObservedColumn[]> {
  const { db } = source
  const plots = await countPlots(db, measurement)
  const flights = await db
    .selectFrom('trialFlights')
    .select(['id', 'takenOn', 'takenAt'])
    .where('trialId', '=', measurement.trialId)
    .orderBy('moment')
    .execute()
  // Hundreds of columns are alike on all flights.
  const traits = await db
    .selectFrom('measuredTraits')
    .select(['trait', 'unit', 'columns', sql<string[]>`array_agg(flight_id)`.as('flightIds')])
    .where('measurementId', '=', measurement.id)
    .groupBy(['trait', 'unit', 'columns'])
    .orderBy('trait')
    .execute()
  const measured = traits
    .filter(({ trait, columns }) => columns.includes(mainColumnOf(trait)))
    .map(({ flightIds, ...of }) => ({
      ...of,
      flightIds: new Set(flightIds),
      variable: variableOfTrait(of, measurement.settings.formulas),
    }))
  const methods = once(() => methodsOf(db, measurement))
  return flights.flatMap(({ id: flightId, ...moment }) =>
    measured
      .filter(({ flightIds }) => flightIds.has(flightId))
      .map(({ trait, columns, variable }) => ({
        ...namesOf(variable),
        id: `${measurement.id}:${flightId}`,
        isMeasured: true,
        timeStamp: timeStampOf(moment),
        collector: measurement.softwareVersion,
        ...readersOf({
          source,
          measurement,
          methods,
          stored: { measurementId: measurement.id, flightId, trait, columns, plots },
        }),
      })),
  )
}

const namesOf = (variable: Variable): Pick<ObservedColumn, 'variableDbId' | 'variableName' | 'variable'> => ({
  variableDbId: variable.observationVariableDbId,
  variableName: variable.observationVariableName,
  variable: async () => variable,
})

type Measured = {
  source: Source
  measurement: Measurement
  methods: () => Promise<Map<string, FlightMethod>>
  stored: StoredTrait
}

const readersOf = ({ source, measurement, methods, stored }: Measured): Pick<ObservedColumn, 'values' | 'cells'> => ({
  async values(plots) {
    const { read } = await readMeasured(source, { stored, plots, more: [] })
    const numbers = new Float64Array(plots.length)
    for (const at of plots.keys()) numbers[at] = read(at).values ?? Number.NaN
    return { numbers, texts: [] }
  },
  async cells(plots) {
    const { trait, flightId } = stored
    const method = (await methods()).get(flightId)
    // The flight was removed meanwhile.
    if (!method) return plots.map(() => ({ value: '', info: {} }))
    const { scope } = mainValueOf(trait)
    const more = ['flags', columnName('n_px', scope), columnName('valid_frac', scope)]
    const made = madeBy(measurement, methodOfTrait(method, trait))
    const { read, moreAt } = await readMeasured(source, { stored, plots, more })
    return plots.map((_, at) => {
      const reading = read(at)
      const info = {
        ...made,
        ...aboutExclusion(reading),
        n_px: textOf(moreAt(1, at)),
        valid_frac: textOf(moreAt(2, at)),
      }
      return { value: textOf(reading.values ?? Number.NaN), info }
    })
  },
})

async function methodsOf(db: Database, { id }: Pick<Measurement, 'id'>): Promise<Map<string, FlightMethod>> {
  const flights = db.selectFrom('measuredFlights').select(['flightId', 'method']).where('measurementId', '=', id)
  return new Map((await flights.execute()).map(({ flightId, method }) => [flightId, method]))
}

const madeBy = (
  { id, plotsVersion, settings }: Measurement,
  { maskMethod, maskCleaned, orthomosaicSha256 }: FlightMethod,
) => ({
  run_id: id,
  plots_version: String(plotsVersion),
  buffer_m: String(settings.bufferMetres),
  mask_method: maskMethod,
  mask_cleaned: String(maskCleaned ?? false),
  map_sha256: orthomosaicSha256,
})

type Stored = { stored: StoredTrait; plots: readonly PlacedPlot[]; more: readonly string[] }

/** Of plots by their index the main value, and those of more columns, of which the flags are the first. */
async function readMeasured({ db, whyExcluded }: Source, { stored, plots, more }: Stored) {
  const from = plots[0]?.place ?? 0
  const to = (plots.at(-1)?.place ?? -1) + 1
  const columns = await readColumns(db, stored, { names: [mainColumnOf(stored.trait), ...more], range: [from, to] })
  const valueAt = (column: number, at: number) => columns[column]?.[(plots[at]?.place ?? 0) - from] ?? Number.NaN
  const read = valueReader({
    plots,
    whyExcluded: await whyExcluded(),
    flightId: stored.flightId,
    valuesAt: (at) => valueAt(0, at),
    bitsAt: (at) => valueAt(1, at) || 0,
  })
  return { read, moreAt: (column: number, at: number) => valueAt(column + 1, at) }
}

/** NaN is no value. */
const textOf = (number: number): string => (Number.isFinite(number) ? String(number) : '')

type Named = Awaited<ReturnType<typeof namesOfRecorded>>[number]

/** Its values are read when they are needed; none is left when it was deleted meanwhile. */
function ownColumn({ columnId, name, unit, takenOn, author }: Named, { db, whyExcluded }: Source): ObservedColumn {
  const read = once(() => readRecorded(db, columnId))
  const readings = async (plots: readonly PlacedPlot[]) => {
    const column = await read()
    if (!column) return plots.map(() => ({ value: '', number: Number.NaN, info: {} }))
    const readPlot = recordedReader(column, { plots, whyExcluded: await whyExcluded() })
    return plots.map((_, at) => {
      const reading = readPlot(at)
      const { number, text } = reading.values ?? { number: null, text: null }
      const value = number !== null && column.type === 'date' ? dateOfDay(number) : String(number ?? text ?? '')
      return { value, number: number ?? Number.NaN, info: aboutExclusion(reading) }
    })
  }
  return {
    id: columnId,
    isMeasured: false,
    variableDbId: ownVariableIdOf({ name, unit }),
    variableName: name,
    // Its values are not kept: a table asks each column for its variable, and a page of it few for their values.
    variable: async () =>
      variableOfColumn((await readRecorded(db, columnId)) ?? { name, givenUnit: unit, type: 'number' }),
    timeStamp: takenOn === null ? null : timeStampOf({ takenOn }),
    collector: author ?? '',
    async values(plots) {
      const all = await readings(plots)
      return { numbers: Float64Array.from(all, ({ number }) => number), texts: all.map(({ value }) => value) }
    },
    cells: async (plots) => (await readings(plots)).map(({ value, info }) => ({ value, info })),
    async scored() {
      const [column, reasonOf] = [await read(), await whyExcluded()]
      const plotIds = column ? [...column.numbers.keys(), ...column.texts.keys()] : []
      return new Set(plotIds.filter((plotId) => reasonOf(plotId, null) === undefined))
    },
  }
}

/** With the variable of each, of which people's own ones are told by their values. */
export async function withVariables(
  columns: readonly ObservedColumn[],
): Promise<(Omit<ObservedColumn, 'variable'> & { variable: Variable })[]> {
  const all = []
  for (const column of columns) all.push({ ...column, variable: await column.variable() })
  return all
}

export type VariedColumn = Awaited<ReturnType<typeof withVariables>>[number]

const aboutExclusion = ({ bits, reason }: Reading<unknown>): Record<string, string> => ({
  flags: fromBits(bits).join('|'),
  ...(reason !== null && { exclusion_reason: reason }),
})
