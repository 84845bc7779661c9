// A trial as other programs take it: what people have recorded, and the main statistic of each trait on each flight.
import { dateOfDay } from '#domain/dates.ts'
import type { FlightMethod } from '#domain/flight-method.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { MultiPolygon, Plot, ValueType } from '#domain/trials.ts'
import { genotypeMeans } from '#imagery/traits/derived/genotype-means.ts'
import { designOfPlots, plotValuesOf } from '#imagery/traits/derived/trial-design.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'

export type ExportFlight = {
  flightId: string
  /** As `momentOf` has it. */
  moment: string
  daysAfterPlanting: number | null
  degreeDays: number | null
  orthomosaicName: string
  method: Omit<FlightMethod, 'elevationSha256' | 'bareGroundSha256' | 'grid' | 'unavailable'>
}

/** What was measured on a flight, or what people have recorded on one date or none. */
export type ExportColumn = {
  /** The place of its flight; null of what people have recorded. */
  flight: number | null
  flightId: string | null
  /** The moment of its flight, or the date of what people have recorded. */
  date: string | null
  daysAfterPlanting: number | null
  degreeDays: number | null
  /** In a table with a row for each plot, where no other has it: `canopyCover_pct_mean_2018-08-15`, or as people call it, with its unit. */
  title: string
  /** The same on all dates. */
  trait: string
  /** In a table with a row for each value. */
  label: string
  name: string
  /** What the account calls it. */
  accountName: string | null
  unit: string
  stat: string
  scope: string
  type: ValueType
  /** In the order of the plots. NaN is no value: nothing was measured, or people have excluded the plot. Dates are days. */
  values: Float64Array
  /** What is no number or date, as people wrote it; null where nothing is. */
  texts: (string | null)[] | null
  pixels: Float64Array | null
  validFrac: Float64Array | null
  /** Bits (see `fromBits`). */
  flags: Float64Array
  /** Why plots are excluded, by their places. */
  exclusions: ReadonlyMap<number, string>
}

export type ExportPlot = Pick<Plot, 'plotId' | 'attributes'> & {
  /** In longitude and latitude. */
  outline: MultiPolygon
}

export type ExportTable = {
  trial: {
    trialId: string
    name: string
    crop: string | null
    plantingDate: string | null
    project: string | null
    /** Of whom the trial is. */
    account: string
  }
  plotsVersion: number
  /** Null where nothing was measured. */
  measurement: {
    measurementId: string
    bufferMetres: number
    softwareVersion: string
    /** Of people, as they were when the measurement started. */
    formulas: OwnTrait[]
  } | null
  plots: ExportPlot[]
  flights: ExportFlight[]
  columns: ExportColumn[]
  /** Plots that people have left out, on one flight (its place) or on all (null), and why. */
  exclusions: { plotId: string; flight: number | null; reason: string }[]
}

export const hasGenotypes = ({ plots }: Pick<ExportTable, 'plots'>): boolean =>
  plots.some(({ attributes }) => attributes.genotype !== undefined)

/** Means of genotypes by the model of the trial, without excluded plots: those of the screens. */
export const genotypesOf = ({ plots }: Pick<ExportTable, 'plots'>, { values }: ExportColumn) =>
  genotypeMeans(plotValuesOf(designOfPlots(plots), values)).means

/** Of what has no other type in a file: a number, a date as a text, or a text. */
export function cellOf({ type, values, texts }: ExportColumn, at: number): string | number | null {
  if (type === 'text') return texts?.[at] ?? null
  const value = numberOrNull(values[at])
  return type === 'date' && value !== null ? dateOfDay(value) : value
}

/** The same as a number, or else as a text: dates, and what people wrote in place of a number. */
export function valueAndText(column: ExportColumn, at: number): [value: number | null, text: string | null] {
  const cell = cellOf(column, at) ?? column.texts?.[at] ?? null
  return typeof cell === 'number' ? [cell, null] : [null, cell]
}

/** Titles that differ by more than capitals from each other and from those that are taken. */
export function differing(titles: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken.map((title) => title.toLowerCase()))
  return titles.map((title) => {
    let [own, number] = [title, 2]
    for (; used.has(own.toLowerCase()); number += 1) own = `${title}_${number}`
    used.add(own.toLowerCase())
    return own
  })
}

/** The identity of a plot by the names that the long table has; empty ones are left out. */
export const IDENTITY = [
  ['plot_id', ({ plotId }: ExportPlot) => plotId],
  ['plot_barcode', ({ attributes }: ExportPlot) => attributes.barcode],
  ['row', ({ attributes }: ExportPlot) => attributes.row],
  ['column', ({ attributes }: ExportPlot) => attributes.column],
  ['rep', ({ attributes }: ExportPlot) => attributes.rep],
  ['block', ({ attributes }: ExportPlot) => attributes.block],
  ['entry', ({ attributes }: ExportPlot) => attributes.entry],
  ['genotype', ({ attributes }: ExportPlot) => attributes.genotype],
  ['entry_type', ({ attributes }: ExportPlot) => attributes.entryType],
  ['treatment', ({ attributes }: ExportPlot) => attributes.treatment],
] as const

/** Those that any plot has. */
export const usedIdentity = ({ plots }: Pick<ExportTable, 'plots'>) =>
  IDENTITY.filter(([, read]) => plots.some((plot) => read(plot) !== undefined))

export type PlotColumn = { title: string; isNumber: boolean; cells: (string | number | null)[] }

/** Numbers where all are whole, so that they sort 1, 2, 10. Replicates and blocks are names: R would fit numbers as a trend. */
const COUNTED: ReadonlySet<string> = new Set(['plot_id', 'row', 'column'])
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d{0,14})$/

/** What a table with a row for each plot says before its values: which plot it is, and why values of it are left out. */
export const plotColumns = (table: ExportTable): PlotColumn[] => [...identityColumns(table), ...exclusionColumn(table)]

export const identityColumns = ({ plots }: Pick<ExportTable, 'plots'>): PlotColumn[] =>
  usedIdentity({ plots }).map(([title, read]) => {
    const texts = plots.map((plot) => read(plot) ?? null)
    const isNumber = COUNTED.has(title) && texts.every((text) => text === null || WHOLE_NUMBER.test(text))
    return { title, isNumber, cells: isNumber ? texts.map((text) => (text === null ? null : Number(text))) : texts }
  })

function exclusionColumn({ plots, flights, exclusions }: ExportTable): PlotColumn[] {
  if (exclusions.length === 0) return []
  const byPlot = Map.groupBy(exclusions, ({ plotId }) => plotId)
  const textOf = ({ flight, reason }: ExportTable['exclusions'][number]): string =>
    flight === null ? reason : `${flights[flight]?.moment ?? ''}: ${reason}`
  const cells = plots.map(({ plotId }) => byPlot.get(plotId)?.map(textOf).join('; ') ?? null)
  return [{ title: EXCLUSION_REASON, isNumber: false, cells }]
}

/** The column of each table that says why a value is left out. */
export const EXCLUSION_REASON = 'exclusion_reason'

export const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value

/** For each flight and plot, the bits of the flags of all its traits. */
export function flagsByFlight({ columns, flights, plots }: ExportTable): Int32Array[] {
  const all = flights.map(() => new Int32Array(plots.length))
  for (const { flight, flags } of columns) {
    const bits = flight === null ? undefined : all[flight]
    if (bits) for (const at of bits.keys()) bits[at] = (bits[at] ?? 0) | (flags[at] ?? 0)
  }
  return all
}

/** Of a plot the flags of all traits on the flight of a column, or those of what people have recorded. */
export function flagsIn(table: ExportTable): (column: ExportColumn, at: number) => string {
  const flagged = flagsByFlight(table)
  return ({ flight, flags }, at) => fromBits((flight === null ? flags[at] : flagged[flight]?.[at]) ?? 0).join('|')
}
