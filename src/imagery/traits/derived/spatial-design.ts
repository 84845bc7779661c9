// The columns of the model of a field, besides its genotypes: what is fixed, and groups of random effects.
import type { Design } from './mixed-equations.ts'
import { splineBasis } from './spline-basis.ts'

export type FieldPlot = { genotype: string; row: number; column: number; value: number; treatment?: string | undefined }

export type FieldDesign = Design & {
  /** The last ones of the fixed columns are effects of treatments, beside that of the first treatment. */
  treatments: number
}

const SEGMENTS_MAX = 12
const LEVELS_PER_SEGMENT = 2

/**
 * Rows and columns at random, and a smooth surface in five parts, with a linear trend as its fixed part: PS-ANOVA. Lee,
 * Durban and Eilers 2013, doi 10.1016/j.csda.2012.11.013; Rodriguez-Alvarez et al. 2018, doi 10.1016/j.spasta.2017.10.003.
 * Treatments are fixed.
 */
export function designOf(plots: readonly FieldPlot[], hasIntercept: boolean): FieldDesign {
  const [alongRows, alongColumns] = [axisOf(plots.map(({ row }) => row)), axisOf(plots.map(({ column }) => column))]
  const both = alongRows.scaled.length > 0 && alongColumns.isWide && alongRows.isWide
  const parts: { name: string; rows: Float64Array[] }[] = [
    { name: 'row', rows: alongRows.indicators },
    { name: 'column', rows: alongColumns.indicators },
    { name: 'smooth over rows', rows: alongRows.smooth },
    { name: 'smooth over columns', rows: alongColumns.smooth },
    { name: 'smooth over rows by column', rows: both ? scale(alongRows.smooth, alongColumns.scaled) : [] },
    { name: 'smooth over columns by row', rows: both ? scale(alongColumns.smooth, alongRows.scaled) : [] },
    { name: 'smooth over both', rows: both ? products(alongRows.coarse, alongColumns.coarse) : [] },
  ].filter(({ rows }) => (rows[0]?.length ?? 0) > 0)
  const [, ...treatments] = new Set(plots.map(({ treatment }) => treatment))
  const fixed = plots.map(({ treatment }, at) => {
    const [row, column] = [alongRows.scaled[at] ?? 0, alongColumns.scaled[at] ?? 0]
    return [
      ...(hasIntercept ? [1] : []),
      ...(alongRows.isWide ? [row] : []),
      ...(alongColumns.isWide ? [column] : []),
      ...(both ? [row * column] : []),
      ...treatments.map((one) => Number(one === treatment)),
    ]
  })
  return {
    rows: fixed.map((numbers, at) =>
      Float64Array.from([...numbers, ...parts.flatMap(({ rows }) => [...(rows[at] ?? [])])]),
    ),
    fixed: fixed[0]?.length ?? 0,
    groups: parts.map(({ name, rows }) => ({ name, columns: rows[0]?.length ?? 0 })),
    treatments: treatments.length,
  }
}

type Axis = {
  /** Positions from -1 to 1. */
  scaled: number[]
  /** Whether there are enough positions for a trend. */
  isWide: boolean
  indicators: Float64Array[]
  smooth: Float64Array[]
  /** With half as many columns. */
  coarse: Float64Array[]
}

const WIDE_MIN = 4

function axisOf(positions: readonly number[]): Axis {
  const levels = [...new Set(positions)].toSorted((a, b) => a - b)
  const place = new Map(levels.map((level, at) => [level, at]))
  const [low = 0, high = 0] = [levels[0], levels.at(-1)]
  const segments = Math.min(SEGMENTS_MAX, Math.max(2, Math.ceil(levels.length / LEVELS_PER_SEGMENT)))
  const isWide = levels.length >= WIDE_MIN
  return {
    scaled: positions.map((position) => (high > low ? (2 * (position - low)) / (high - low) - 1 : 0)),
    isWide,
    indicators: positions.map((position) => {
      const row = new Float64Array(levels.length > 1 ? levels.length : 0)
      if (row.length > 0) row[place.get(position) ?? 0] = 1
      return row
    }),
    smooth: isWide ? splineBasis(positions, segments) : [],
    coarse: isWide ? splineBasis(positions, Math.max(2, Math.ceil(segments / 2))) : [],
  }
}

const scale = (rows: readonly Float64Array[], by: readonly number[]): Float64Array[] =>
  rows.map((row, at) => row.map((value) => value * (by[at] ?? 0)))

const products = (rows: readonly Float64Array[], others: readonly Float64Array[]): Float64Array[] =>
  rows.map((row, at) =>
    Float64Array.from([...row].flatMap((value) => [...(others[at] ?? [])].map((other) => value * other))),
  )
