import { clamp, octaves, seeded } from './random.ts'

/**
 * The layout of a made-up breeding trial: five ranges of 26 plots, four rows to a plot, a wide alley in the middle.
 * u runs along a range and v across the ranges, in metres; the whole is turned against the picture's edges.
 */
export const COLUMNS = 26
export const RANGES = 5
export const PLOT_WIDTH = 1.66
export const PLOT_LENGTH = 4.5
export const ROW_SPACING = 0.43
export const ROWS_PER_PLOT = 4
const COLUMN_PITCH = 2.06
const RANGE_PITCH = 5.7
const MAIN_ALLEY = 1.7
const TURN = (-6 * Math.PI) / 180

export type Plot = {
  number: number
  u: number
  v: number
  /** 0 is a plot that barely came up, 1 a closed canopy. */
  vigour: number
  /** 0 is deep green, 1 has turned yellow. */
  ripeness: number
  tall: number
  missing: boolean
  /** The stretch of the plot, as shares of its length, where nothing stands. */
  gap: { from: number; to: number } | null
}

export const toTrial = (x: number, y: number): { u: number; v: number } => ({
  u: x * Math.cos(TURN) + y * Math.sin(TURN),
  v: -x * Math.sin(TURN) + y * Math.cos(TURN),
})
export const toGround = (u: number, v: number): { x: number; y: number } => ({
  x: u * Math.cos(TURN) - v * Math.sin(TURN),
  y: u * Math.sin(TURN) + v * Math.cos(TURN),
})

const columnPlace = (column: number): number =>
  (column - (COLUMNS - 1) / 2) * COLUMN_PITCH + (column < COLUMNS / 2 ? -MAIN_ALLEY / 2 : MAIN_ALLEY / 2)

export const HALF_LENGTH = columnPlace(COLUMNS - 1) + PLOT_WIDTH / 2
export const HALF_DEPTH = ((RANGES - 1) / 2) * RANGE_PITCH + PLOT_LENGTH / 2

export const rangeAlleys = (): number[] =>
  Array.from({ length: RANGES - 1 }, (_, alley) => (alley - (RANGES - 2) / 2) * RANGE_PITCH)

export function layOutTrial(): Plot[] {
  const next = seeded(4711)
  // Each entry of the trial stands in every range once, in another place: its plots resemble one another.
  const entries = Array.from({ length: COLUMNS }, () => ({ vigour: next(), ripeness: next(), tall: next() }))
  const plots: Plot[] = []
  for (let range = 0; range < RANGES; range += 1) {
    const order = shuffled(entries, next)
    for (let column = 0; column < COLUMNS; column += 1) {
      const entry = order[column]
      if (entry === undefined) throw new Error('The range has more plots than the trial has entries')
      const u = columnPlace(column)
      const v = (range - (RANGES - 1) / 2) * RANGE_PITCH
      const soil = octaves(u / 14 + 5, v / 14 + 9, 3) - 0.5
      const cut = next() < 0.07 ? next() * 0.6 : null
      plots.push({
        number: (range + 1) * 100 + column + 1,
        u,
        v,
        vigour: clamp(0.16 + entry.vigour * 0.72 + soil * 0.75 + (next() - 0.5) * 0.14, 0.06, 1),
        ripeness: clamp(entry.ripeness ** 2.2 * 1.15 - soil * 0.5 + (next() - 0.5) * 0.12),
        tall: clamp(0.3 + entry.tall * 0.7),
        missing: next() < 0.025,
        gap: cut === null ? null : { from: cut, to: cut + 0.12 + next() * 0.25 },
      })
    }
  }
  return plots
}

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const order = [...list]
  for (let place = order.length - 1; place > 0; place -= 1) {
    const other = Math.floor(next() * (place + 1))
    const [here, there] = [order[place], order[other]]
    if (here === undefined || there === undefined) continue
    order[place] = there
    order[other] = here
  }
  return order
}

/** The corners of a plot on the ground. */
export const plotCorners = (plot: Plot): { x: number; y: number }[] =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([side = 0, end = 0]) => toGround(plot.u + (side * PLOT_WIDTH) / 2, plot.v + (end * PLOT_LENGTH) / 2))
