// Plots in rows and columns within a block.

import { PLOTS_MAX } from '#domain/trials.ts'
import { type Position, side } from './polygon.ts'

/** The corners of a block in their order around it; the block begins at the first, and columns lie beside one another towards the second. */
export const BLOCK_CORNERS = ['first', 'second', 'third', 'fourth'] as const
export type BlockCorner = (typeof BLOCK_CORNERS)[number]

/** Of the first side, as seen from the first corner towards the second. */
export type BlockSide = 'left' | 'right'

/** Lengths are in units of the map, metres as a rule. */
export type GridPlan = {
  /**
   * Two give the direction of the first side, and the sizes below are kept; three or four (of three, the last one gives
   * the fourth of a parallelogram) are filled, and the sizes below say in which proportions.
   */
  corners: readonly Position[]
  rows: number
  columns: number
  /** Along the rows' numbers, from the first corner towards the fourth. */
  plotLength: number
  /** Along the columns' numbers, from the first corner towards the second. */
  plotWidth: number
  /** Between neighbours without an alley. */
  gapLength?: number
  gapWidth?: number
  /** After every so many rows or columns, a gap of its own; 0 is none. */
  rowAlley?: Alley
  columnAlley?: Alley
  /** Where the rows of a block of two corners lie: on the left unless said otherwise. */
  rowsOn?: BlockSide | undefined
  /** Where row 1 and column 1 are. */
  start?: BlockCorner
  /** Every other line of plots is numbered backwards. */
  isSerpentine?: boolean
  /** Whether numbers go along a row, or along a column. */
  numberAlong?: 'row' | 'column'
}

export type Alley = { every: number; width: number }

/** Rows and columns count from 1 at the start, numbers in the order in which a person walks them. */
export type GridPlot = { row: number; column: number; number: number; ring: readonly Position[] }

/** What is wrong with a plan, in words; undefined when it can be built. */
export function gridProblem(plan: GridPlan): string | undefined {
  const { corners, rows, columns } = plan
  if (corners.length < 2 || corners.length > 4) return 'A block has two to four corners.'
  if (!corners.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) return 'A corner is not a pair of numbers.'
  if (!Number.isInteger(rows) || !Number.isInteger(columns) || rows < 1 || columns < 1)
    return 'A block has at least one row and one column.'
  if (rows * columns > PLOTS_MAX) return `It would have ${rows * columns} plots; a trial has at most ${PLOTS_MAX}.`
  const sizes = [plan.plotLength, plan.plotWidth]
  if (!sizes.every((size) => size > 0 && Number.isFinite(size))) return 'A plot has a length and a width.'
  const alleys = [plan.rowAlley, plan.columnAlley]
  const gaps = [plan.gapLength ?? 0, plan.gapWidth ?? 0, ...alleys.map((alley) => alley?.width ?? 0)]
  if (!gaps.every((gap) => gap >= 0 && Number.isFinite(gap))) return 'A gap or an alley has a width of 0 or more.'
  if (!alleys.every((alley) => Number.isInteger(alley?.every ?? 0) && (alley?.every ?? 0) >= 0))
    return 'An alley comes after a whole number of plots.'
  return isFlat(corners) ? 'The corners of the block lie on a line.' : undefined
}

/** @throws RangeError for a plan with a problem */
export function buildGrid(plan: GridPlan): GridPlot[] {
  const problem = gridProblem(plan)
  if (problem) throw new RangeError(problem)
  const { rows, columns, start = 'first', isSerpentine = false, numberAlong = 'row' } = plan
  const { across, along } = sidesOf(plan)
  const place = placeInBlock(blockOf(plan, across.total, along.total), across.total, along.total)
  const isFlippedAcross = start === 'second' || start === 'third'
  const isFlippedAlong = start === 'third' || start === 'fourth'
  const plots: GridPlot[] = []
  for (let row = 1; row <= rows; row += 1)
    for (let column = 1; column <= columns; column += 1) {
      const [line, at, lineLength] = numberAlong === 'row' ? [row, column, columns] : [column, row, rows]
      const isBackwards = isSerpentine && line % 2 === 0
      const u = across.starts[isFlippedAcross ? columns - column : column - 1] ?? 0
      const v = along.starts[isFlippedAlong ? rows - row : row - 1] ?? 0
      plots.push({
        row,
        column,
        number: (line - 1) * lineLength + (isBackwards ? lineLength + 1 - at : at),
        ring: [
          place(u, v),
          place(u + plan.plotWidth, v),
          place(u + plan.plotWidth, v + plan.plotLength),
          place(u, v + plan.plotLength),
        ],
      })
    }
  return plots.sort((one, other) => one.number - other.number)
}

/** The four corners of the block, of a plan without a problem. */
export function blockCorners(plan: GridPlan): Block {
  const { across, along } = sidesOf(plan)
  return blockOf(plan, across.total, along.total)
}

const sidesOf = (plan: GridPlan) => ({
  across: stretches(plan.columns, { size: plan.plotWidth, gap: plan.gapWidth, alley: plan.columnAlley }),
  along: stretches(plan.rows, { size: plan.plotLength, gap: plan.gapLength, alley: plan.rowAlley }),
})

type Stretch = { size: number; gap: number | undefined; alley: Alley | undefined }

/** Where plots begin along one side, and how long it is. */
function stretches(count: number, { size, gap = 0, alley }: Stretch): { starts: number[]; total: number } {
  const starts: number[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const isAfterAlley = index > 0 && alley !== undefined && alley.every > 0 && index % alley.every === 0
    if (index > 0) at += size + (isAfterAlley ? alley.width : gap)
    starts.push(at)
  }
  return { starts, total: at + size }
}

/** From lengths along both sides of the block to the map. */
function placeInBlock(block: Block, across: number, along: number): (u: number, v: number) => Position {
  const [first, second, third, fourth] = block
  return (u, v) => {
    const [s, t] = [u / across, v / along]
    const mix = (axis: 0 | 1): number =>
      (1 - t) * ((1 - s) * first[axis] + s * second[axis]) + t * ((1 - s) * fourth[axis] + s * third[axis])
    return [mix(0), mix(1)]
  }
}

export type Block = readonly [Position, Position, Position, Position]

function blockOf({ corners, rowsOn }: GridPlan, across: number, along: number): Block {
  const [first = [0, 0], second = first, third, fourth] = corners
  if (third && fourth) return [first, second, third, fourth]
  if (third) return [first, second, third, [first[0] + third[0] - second[0], first[1] + third[1] - second[1]]]
  const distance = Math.hypot(second[0] - first[0], second[1] - first[1])
  const [dx, dy] = [(second[0] - first[0]) / distance, (second[1] - first[1]) / distance]
  const end: Position = [first[0] + dx * across, first[1] + dy * across]
  const far = rowsOn === 'right' ? -along : along
  return [first, end, [end[0] - dy * far, end[1] + dx * far], [first[0] - dy * far, first[1] + dx * far]]
}

/** In units of the map. */
const NO_LENGTH = 1e-6

function isFlat([first, second, third]: readonly Position[]): boolean {
  if (!first || !second) return true
  const length = Math.hypot(second[0] - first[0], second[1] - first[1])
  if (length < NO_LENGTH) return true
  return third !== undefined && Math.abs(side(first, second, third)) / length < NO_LENGTH
}
