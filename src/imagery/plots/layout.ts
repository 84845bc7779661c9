// A block of plots as a person lays it out: a grid, names, and plots that stand a little beside their place.
import { PLOT_ID_MAX } from '#domain/trials.ts'
import { distanceOf } from './crossings.ts'
import {
  type Block,
  type BlockSide,
  blockCorners,
  buildGrid,
  type GridPlan,
  type GridPlot,
  gridProblem,
} from './grid.ts'
import { type Buffer, insetPolygon } from './inset.ts'
import { areaOf, type Position, side } from './polygon.ts'

export type Layout = GridPlan & {
  /** With {number}, {row} and {column} in it; {number:3} has at least three digits. */
  idPattern: string
  firstNumber: number
  step: number
  /** How far plots lie beside their place in the grid, by `keyOf`. */
  offsets: Readonly<Record<string, Position>>
}

export type LaidOutPlot = GridPlot & { plotId: string }

/** A plot keeps its key while numbers and names change. */
export const keyOf = ({ row, column }: Pick<GridPlot, 'row' | 'column'>): string => `${row}-${column}`

/** In the order of their numbers; or why they can't be laid out, in words. */
export function layOut(layout: Layout): { plots: LaidOutPlot[] } | { problem: string } {
  const { firstNumber, step, offsets } = layout
  const problem = gridProblem(layout)
  if (problem !== undefined) return { problem }
  if (!Number.isInteger(firstNumber) || firstNumber < 0 || !Number.isInteger(step) || step < 1)
    return { problem: 'Numbers begin at 0 or more, and go on in whole steps.' }
  const ids = new Set<string>()
  const plots = buildGrid(layout).map((plot): LaidOutPlot => {
    const plotId = idOf(layout, plot)
    ids.add(plotId)
    const offset = offsets[keyOf(plot)]
    return { ...plot, plotId, ring: offset ? plot.ring.map((point) => sum(point, offset)) : plot.ring }
  })
  const [first] = plots
  if (first && (first.plotId === '' || first.plotId.length > PLOT_ID_MAX))
    return { problem: `A plot id has 1 to ${PLOT_ID_MAX} characters.` }
  if (ids.size < plots.length) return { problem: 'Some plots would have the same id. Put {number} into the pattern.' }
  return { plots }
}

const TOKEN = /\{(number|row|column)(?::([1-9]))?\}/g

function idOf({ idPattern, firstNumber, step }: Layout, { number, row, column }: GridPlot): string {
  const values: Record<string, number> = { number: firstNumber + (number - 1) * step, row, column }
  return idPattern
    .replace(TOKEN, (_, name: string, digits = '1') => String(values[name]).padStart(Number(digits), '0'))
    .trim()
}

const sum = (one: Position, other: Position): Position => [one[0] + other[0], one[1] + other[1]]

/** Corners that were not set yet become set ones when they move: then plots fill the block. */
export function moveCorners<Plan extends GridPlan>(plan: Plan, indexes: readonly number[], by: Position): Plan {
  const isSet = indexes.every((index) => index < plan.corners.length)
  const corners: readonly Position[] = isSet ? plan.corners : blockCorners(plan)
  return { ...plan, corners: corners.map((corner, at) => (indexes.includes(at) ? sum(corner, by) : corner)) }
}

export const moveBlock = <Plan extends GridPlan>(plan: Plan, by: Position): Plan => ({
  ...plan,
  corners: plan.corners.map((corner) => sum(corner, by)),
})

export function movePlot<Plan extends Layout>(layout: Plan, key: string, by: Position): Plan {
  return placePlot(layout, key, sum(layout.offsets[key] ?? [0, 0], by))
}

/** Beside its place in the grid. */
export function placePlot<Plan extends Layout>(layout: Plan, key: string, offset: Position): Plan {
  const { [key]: _, ...others } = layout.offsets
  return { ...layout, offsets: offset[0] === 0 && offset[1] === 0 ? others : { ...others, [key]: offset } }
}

/** A block of two corners keeps its sizes; those of three and four are filled. Its place stays in all of them. */
export function withCorners<Plan extends GridPlan>(plan: Plan, count: 2 | 3 | 4): Plan {
  const block = blockCorners(plan)
  return { ...plan, corners: block.slice(0, count), rowsOn: sideOf(block, block[2]) }
}

/** Of the first side, on which a place lies. */
export function sideOf([first = [0, 0], second = first]: readonly Position[], at: Position): BlockSide {
  return side(first, second, at) < 0 ? 'right' : 'left'
}

/** Of the first side, clockwise from north, in degrees from 0 to 360. */
export function bearingOf({ corners: [first = [0, 0], second = first] }: GridPlan): number {
  const degrees = (Math.atan2(second[0] - first[0], second[1] - first[1]) * 180) / Math.PI
  return (degrees + 360) % 360
}

/** Turned around the middle of the block until its first side has this bearing. */
export function turnTo<Plan extends Layout>(layout: Plan, bearing: number): Plan {
  const block = blockCorners(layout)
  const middle = middleOf(block)
  const angle = ((bearingOf(layout) - bearing) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const turn = ([x, y]: Position): Position => [cos * x - sin * y, sin * x + cos * y]
  const corners = layout.corners.map((corner) => sum(middle, turn([corner[0] - middle[0], corner[1] - middle[1]])))
  const offsets = Object.fromEntries(Object.entries(layout.offsets).map(([key, offset]) => [key, turn(offset)]))
  return { ...layout, corners, offsets }
}

export const middleOf = (points: Block | readonly Position[]): Position => [
  points.reduce((total, [x]) => total + x, 0) / points.length,
  points.reduce((total, [, y]) => total + y, 0) / points.length,
]

export type LayoutSizes = {
  /** Of a plot, on average. */
  width: number
  length: number
  area: number
  /** Of a plot without the margin; 0 when nothing is left. */
  kept: number
}

/** Free quadrilaterals have plots of many sizes: so many of them, evenly spread, stand for all. */
const SAMPLE = 200

export function sizesOf(plots: readonly LaidOutPlot[], buffer: Buffer): LayoutSizes {
  const every = Math.ceil(plots.length / SAMPLE)
  const chosen = plots.filter((_, at) => at % every === 0)
  const sizes: LayoutSizes = { width: 0, length: 0, area: 0, kept: 0 }
  for (const { ring } of chosen) {
    const [a = [0, 0], b = a, c = a, d = a] = ring
    sizes.width += (distanceOf(a, b) + distanceOf(d, c)) / 2 / chosen.length
    sizes.length += (distanceOf(a, d) + distanceOf(b, c)) / 2 / chosen.length
    sizes.area += areaOf([[ring]]) / chosen.length
    sizes.kept += areaOf(insetPolygon([[ring]], buffer) ?? []) / chosen.length
  }
  return sizes
}
