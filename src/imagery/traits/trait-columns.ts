// The values of a trait on a flight: columns of one number for each plot, stored as float64 (little endian). NaN is no value.
import { SCOPES, type STATISTICS } from '#domain/trials.ts'
import { mainValueOf } from './catalogue/canopy-traits.ts'
import type { PlotMeasurement } from './measure/measure-plots.ts'
import { placeOfValue } from './measure/plot-numbers.ts'
import { STATISTICS as MEASURED } from './measure/statistics.ts'

export type Statistic = (typeof STATISTICS)[number]
export type Scope = (typeof SCOPES)[number]

/** Per plot, by name: a statistic or a count with its scope, such as `mean/all`, or `flags`. */
export type TraitColumns = ReadonlyMap<string, Float64Array>

export const columnName = (what: Statistic | 'n_px' | 'valid_frac', scope: Scope): string => `${what}/${scope}`

const BYTES = Float64Array.BYTES_PER_ELEMENT

export function packColumns(columns: TraitColumns, plots: number): { names: string[]; data: Uint8Array } {
  const view = new DataView(new ArrayBuffer(columns.size * plots * BYTES))
  let at = 0
  for (const values of columns.values()) {
    if (values.length !== plots) throw new Error(`A column has ${values.length} values for ${plots} plots`)
    for (const value of values) {
      view.setFloat64(at, value, true)
      at += BYTES
    }
  }
  return { names: [...columns.keys()], data: new Uint8Array(view.buffer) }
}

type Packed = {
  columns: readonly string[]
  data: Uint8Array
  /** The column of flags that counts instead; null for that of the data. */
  seasonFlags: Uint8Array | null
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

/** The value of a plot (from 0) in a column, null when there is none. */
export function createColumnReader({ columns: names, data, seasonFlags }: Packed, plots: number) {
  const [view, flags] = [viewOf(data), seasonFlags && viewOf(seasonFlags)]
  const starts = new Map(names.map((name, index) => [name, index * plots * BYTES]))
  return (name: string, plot: number): number | null => {
    const start = starts.get(name)
    if (start === undefined) return null
    const isOfFlags = flags && name === 'flags'
    const value = isOfFlags ? flags.getFloat64(plot * BYTES, true) : view.getFloat64(start + plot * BYTES, true)
    return Number.isFinite(value) ? value : null
  }
}

/** Where a column lies in the stored bytes; undefined when it is not there. */
export function placeOfColumn(
  names: readonly string[],
  name: string,
  plots: number,
): { from: number; bytes: number } | undefined {
  const at = names.indexOf(name)
  return at < 0 ? undefined : { from: at * plots * BYTES, bytes: plots * BYTES }
}

/** One column of the stored ones. */
export function unpackColumn(bytes: Uint8Array): Float64Array {
  const view = viewOf(bytes)
  return Float64Array.from({ length: bytes.length / BYTES }, (_, at) => view.getFloat64(at * BYTES, true))
}

/** Where the value of a trait stands that has one for each plot. */
export function mainColumnOf(trait: string): string {
  const { stat, scope } = mainValueOf(trait)
  return columnName(stat, scope)
}

export type MeasuredTrait = { trait: string; unit: string; columns: TraitColumns }

type Measured = {
  traits: readonly { id: string; unit: string }[]
  withCover: boolean
  flags: Float64Array
  hasMask: boolean
}

/** What was measured of each plot, as columns. */
export function traitColumns(
  plots: readonly PlotMeasurement[],
  { traits, withCover, flags, hasMask }: Measured,
): MeasuredTrait[] {
  const validFrac = Float64Array.from(plots, (plot) => plot.validFrac)
  const scopes = SCOPES.filter((scope) => hasMask || scope === 'all')
  const measured = traits.map(({ id, unit }, trait) => {
    const columns = new Map<string, Float64Array>()
    for (const scope of scopes) {
      for (const [at, statistic] of MEASURED.entries()) {
        const place = placeOfValue(trait, SCOPES.indexOf(scope), at)
        columns.set(
          columnName(statistic, scope),
          Float64Array.from(plots, ({ values }) => values[place] ?? Number.NaN),
        )
      }
      columns.set(columnName('valid_frac', scope), validFrac)
    }
    return { trait: id, unit, columns: columns.set('flags', flags) }
  })
  if (!withCover) return measured
  const cover = new Map([
    ['mean/all', Float64Array.from(plots, ({ coverPct }) => coverPct ?? Number.NaN)],
    ['n_px/all', Float64Array.from(plots, ({ nPx }) => nPx)],
    ['valid_frac/all', validFrac],
    ['flags', flags],
  ])
  return [...measured, { trait: 'canopyCover', unit: '%', columns: cover }]
}
