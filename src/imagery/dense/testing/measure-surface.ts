// How far a surface lies from the truth of a made field.
import { DOUBT, REFUSED, SPECK } from '../confidence.ts'
import type { SurfaceTile } from '../surface-tile.ts'
import type { Shown, Terrain } from '../terrain.ts'
import { CELL, CORE, type FieldPlot, PLANT, SOIL } from './field-scene.ts'
import type { Field } from './make-field.ts'

const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other)
const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
export const median = (values: readonly number[]): number => quantile(values, 0.5)
/** 1.4826 times the median of the distances from the median: the standard deviation of normal errors. */
export const nmad = (values: readonly number[]): number => {
  const middle = median(values)
  return 1.4826 * median(values.map((one) => Math.abs(one - middle)))
}
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

type Judged = Pick<SurfaceTile, 'heights' | 'confidence'>

/** In metres, of cells of a kind that have a height; soil only where it is open. */
export function errorsOf({ heights }: Judged, { truth }: Field, kind: number): number[] {
  const around = Math.round(0.15 / CELL)
  const isOpen = (at: number): boolean => {
    const [x, y] = [at % truth.width, Math.floor(at / truth.width)]
    for (let row = Math.max(0, y - around); row <= Math.min(truth.height - 1, y + around); row += 1)
      for (let column = Math.max(0, x - around); column <= Math.min(truth.width - 1, x + around); column += 1)
        if (truth.kinds[row * truth.width + column] !== SOIL) return false
    return true
  }
  return [...heights].flatMap((height, at) =>
    Number.isNaN(height) || truth.kinds[at] !== kind || (kind === SOIL && !isOpen(at))
      ? []
      : [height - (truth.surface[at] ?? 0)],
  )
}

/** What is soil and what are plants, by three cells to a side, as if their colours told it without fail. */
export function soilOf({ heights }: Judged, { truth }: Field): Shown {
  const [width, height] = [Math.floor(truth.width / 3), Math.floor(truth.height / 3)]
  const cells = Array.from({ length: width * height }, (_, at) => {
    const first = Math.floor(at / width) * 3 * truth.width + (at % width) * 3
    return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => first + row * truth.width + column))
  })
  const isPlant = Uint8Array.from(cells, (nine) => Number(nine.some((at) => truth.kinds[at] === PLANT)))
  const soil = Float32Array.from(cells, (nine, at) => {
    const known = nine.map((one) => heights[one] ?? Number.NaN).filter(Number.isFinite)
    return isPlant[at] ? Number.NaN : mean(known)
  })
  return { width, height, cell: CELL * 3, soil, isPlant }
}

/** In metres, against the ground as a mean over each cell; not below the roof, where nothing tells it. */
export function errorsOfTerrain({ width, cell, heights }: Terrain, { truth }: Field): number[] {
  const cells = Math.round(cell / CELL)
  return [...heights].flatMap((height, at) => {
    const first = Math.floor(at / width) * cells * truth.width + (at % width) * cells
    const within = Array.from(
      { length: cells * cells },
      (_, one) => first + Math.floor(one / cells) * truth.width + (one % cells),
    )
    const isOpen = within.every((one) => truth.kinds[one] === SOIL || truth.kinds[one] === PLANT)
    return Number.isNaN(height) || !isOpen ? [] : [height - mean(within.map((one) => truth.ground[one] ?? Number.NaN))]
  })
}

/** Of the cells of a kind, how many have no height. */
export function refusedShare({ confidence }: Judged, { truth }: Field, kind: number): number {
  const of = [...confidence].filter((_, at) => truth.kinds[at] === kind)
  return of.filter((one) => one === 0 || one & REFUSED).length / of.length
}

/** Of a plot: whether it is refused, and the 95th percentiles of its heights above the true ground, measured and true. */
export type JudgedPlot = { isRefused: boolean; measured: number; true: number }

const [SPECKS_MAX, DOUBT_MAX] = [0.15, 0.25]

function cellsOf({ west, east, south, north }: FieldPlot, { truth }: Field): number[] {
  const cells: number[] = []
  for (let y = Math.floor((CORE.north - north) / CELL); y < (CORE.north - south) / CELL; y += 1)
    for (let x = Math.floor(west / CELL); x < east / CELL; x += 1) cells.push(y * truth.width + x)
  return cells
}

/** The 95th percentile of each plot above the ground. */
export const trueHeights = (field: Field): number[] =>
  field.plots.map((plot) => {
    const { surface, ground } = field.truth
    return quantile(
      cellsOf(plot, field).map((at) => (surface[at] ?? Number.NaN) - (ground[at] ?? 0)),
      0.95,
    )
  })

export function judgePlots({ heights, confidence }: Judged, field: Field): JudgedPlot[] {
  const { truth, plots } = field
  return plots.map((plot) => {
    const cells = cellsOf(plot, field)
    const share = (flag: number) => cells.filter((at) => (confidence[at] ?? 0) & flag).length / cells.length
    const above = (values: Float32Array) =>
      cells.map((at) => (values[at] ?? Number.NaN) - (truth.ground[at] ?? 0)).filter(Number.isFinite)
    return {
      isRefused: share(SPECK) > SPECKS_MAX || share(DOUBT) > DOUBT_MAX,
      measured: quantile(above(heights), 0.95),
      true: quantile(above(truth.surface), 0.95),
    }
  })
}

/** Of the plots that are not refused, in metres. */
export function errorsOfPlots(plots: readonly JudgedPlot[]) {
  const kept = plots.filter(({ isRefused }) => !isRefused)
  const errors = kept.map((plot) => plot.measured - plot.true)
  const middle = mean(errors)
  return {
    refused: 1 - kept.length / plots.length,
    mean: middle,
    deviation: Math.sqrt(mean(errors.map((one) => (one - middle) ** 2))),
    worst: Math.max(...errors.map(Math.abs)),
    correlation: correlationOf(
      kept.map((plot) => plot.measured),
      kept.map((plot) => plot.true),
    ),
  }
}

function correlationOf(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)]
  const sum = (product: (at: number) => number) => one.reduce((total, _, at) => total + product(at), 0)
  const together = sum((at) => ((one[at] ?? 0) - a) * ((other[at] ?? 0) - b))
  return together / Math.sqrt(sum((at) => ((one[at] ?? 0) - a) ** 2) * sum((at) => ((other[at] ?? 0) - b) ** 2))
}
