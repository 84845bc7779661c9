// The plots of a breeding trial that is not there, in metres from the lower left corner of its field.

export const COLUMNS = 12
export const RANGES = 4
/** Columns of a replicate, which has each entry once. */
const REPLICATE_COLUMNS = 4
const ENTRIES = REPLICATE_COLUMNS * RANGES
const CHECKS = 2
/** Each has no common divisor with the number of entries, so that a replicate has each of them once, in an order of its own. */
const STEPS = [1, 5, 11]

export const PLOT = { width: 1.2, length: 4 }
export const PITCH = { x: 1.5, y: 5 }
export const MARGIN = 2
export const FIELD = { width: COLUMNS * PITCH.x + 2 * MARGIN, height: RANGES * PITCH.y + 2 * MARGIN }

export type DemoPlot = {
  plotId: string
  left: number
  bottom: number
  row: number
  column: number
  rep: number
  /** From 0. */
  entry: number
  genotype: string
  isCheck: boolean
}

/** Range by range, each from left to right. */
export const DEMO_PLOTS: readonly DemoPlot[] = Array.from({ length: COLUMNS * RANGES }, (_, at) => {
  const [range, column] = [Math.floor(at / COLUMNS), at % COLUMNS]
  const rep = Math.floor(column / REPLICATE_COLUMNS)
  const place = range * REPLICATE_COLUMNS + (column % REPLICATE_COLUMNS)
  const entry = (place * (STEPS[rep] ?? 1) + rep * 7) % ENTRIES
  const isCheck = entry < CHECKS
  return {
    plotId: `${range + 1}${String(column + 1).padStart(2, '0')}`,
    left: MARGIN + column * PITCH.x + (PITCH.x - PLOT.width) / 2,
    bottom: MARGIN + range * PITCH.y + (PITCH.y - PLOT.length) / 2,
    row: range + 1,
    column: column + 1,
    rep: rep + 1,
    entry,
    genotype: isCheck ? `Check ${entry + 1}` : `SF-${100 + entry}`,
    isCheck,
  }
})
