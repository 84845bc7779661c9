// A measurement as other programs take it: the main statistic of each trait on each flight, of all pixels of a plot.
import type { Shift } from '#domain/shifts.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { MultiPolygon, Plot } from '#domain/trials.ts'
import { genotypeMeans } from '#imagery/traits/derived/genotypes.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'

export type ExportFlight = {
  flightId: string
  takenOn: string
  daysAfterPlanting: number | null
  degreeDays: number | null
  orthomosaicName: string
  method: {
    orthomosaicSha256: string
    gsdCm: number | null
    maskMethod: string
    maskThreshold: number | null
    maskCleaned?: boolean
    eta: number | null
    z0Source: string | null
    soilCalibration: string | null
    chmNoiseMetres: number | null
    /** Of the soil before it was taken as 0. */
    soilMedianMetres?: number | null
    shift?: Shift | null
  }
}

export type ExportColumn = {
  /** The place of its flight. */
  flight: number
  trait: string
  name: string
  unit: string
  stat: string
  scope: string
  /** In the order of the plots. NaN is no value: nothing was measured, or people have excluded the plot. */
  values: Float64Array
  pixels: Float64Array
  validFrac: Float64Array
  /** Bits (see `fromBits`). */
  flags: Float64Array
}

export type ExportPlot = Pick<Plot, 'plotId' | 'attributes'> & {
  /** In longitude and latitude. */
  outline: MultiPolygon
}

export type ExportTable = {
  trial: { trialId: string; name: string; crop: string | null; plantingDate: string | null }
  measurement: {
    measurementId: string
    plotsVersion: number
    bufferMetres: number
    softwareVersion: string
    /** Of people, as they were when the measurement started. */
    formulas: OwnTrait[]
  }
  plots: ExportPlot[]
  flights: ExportFlight[]
  columns: ExportColumn[]
  /** Plots that people have left out, on one flight (its place) or on all (null), and why. */
  exclusions: { plotId: string; flight: number | null; reason: string }[]
}

export const hasGenotypes = ({ plots }: Pick<ExportTable, 'plots'>): boolean =>
  plots.some(({ attributes }) => attributes.genotype !== undefined)

/** Means of genotypes in equal replicates, without excluded plots. */
export function genotypesOf({ plots }: Pick<ExportTable, 'plots'>, { values }: ExportColumn) {
  const counted = plots.flatMap(({ attributes: { genotype, rep } }, at) => {
    const value = values[at] ?? Number.NaN
    return genotype === undefined || !Number.isFinite(value) ? [] : [{ genotype, value, block: rep }]
  })
  return genotypeMeans(counted).means
}

/** Such as `NGRDI_mean_2018-08-15`. */
export const titleOf = ({ trait, stat, flight }: ExportColumn, { flights }: ExportTable): string =>
  `${trait}_${stat}_${flights[flight]?.takenOn ?? ''}`

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
    flight === null ? reason : `${flights[flight]?.takenOn ?? ''}: ${reason}`
  const cells = plots.map(({ plotId }) => byPlot.get(plotId)?.map(textOf).join('; ') ?? null)
  return [{ title: EXCLUSION_REASON, isNumber: false, cells }]
}

/** The column of each table that says why a value is left out. */
export const EXCLUSION_REASON = 'exclusion_reason'

/** Why the value of a plot on a flight is left out, null when it isn't. */
export function whyLeftOut({ exclusions }: Pick<ExportTable, 'exclusions'>) {
  const keyOf = (plotId: string, flight: number | null) => JSON.stringify([plotId, flight])
  const reasons = new Map(exclusions.map(({ plotId, flight, reason }) => [keyOf(plotId, flight), reason]))
  return (plotId: string, flight: number): string | null =>
    reasons.get(keyOf(plotId, null)) ?? reasons.get(keyOf(plotId, flight)) ?? null
}

export const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value

/** For each flight and plot, the bits of the flags of all its traits. */
export function flagsByFlight({ columns, flights, plots }: ExportTable): Int32Array[] {
  const all = flights.map(() => new Int32Array(plots.length))
  for (const { flight, flags } of columns) {
    const bits = all[flight]
    if (bits) for (const at of bits.keys()) bits[at] = (bits[at] ?? 0) | (flags[at] ?? 0)
  }
  return all
}

export const flagsText = (bits: number | undefined): string => fromBits(bits ?? 0).join('|')
