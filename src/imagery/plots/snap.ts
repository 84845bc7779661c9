// Plots are shifted to where their plants are: much cover within, little around.
import { coverAt, PLANTS, type PlantMap, SOIL } from './plant-map.ts'
import type { Position } from './polygon.ts'

type Ring = readonly Position[]

/** In the coordinates of the rings. */
export type Shift = { by: Position; before: number; after: number; isMisfit: boolean }

export type Snapped = {
  /** One shift for all plots. */
  block: Shift
  /** One for each plot. */
  plots: readonly Shift[]
}

/** Samples across a plot and along it. */
const SAMPLES = 40
/** At most so far, as a share of the width and the length of a plot. */
const REACH = SAMPLES / 2
/** Around a plot, where there should be soil. */
const RIM = 6
const HALF = SAMPLES / 2 + REACH + RIM
const SIDE = 2 * HALF
const STEPS = 2 * REACH + 1
/** Without a better contrast by so much, a plot stays. */
const GAIN_MIN = 0.02
/** What a shift by half a plot must gain: rows look alike, so the next one isn't taken for a slightly better contrast. */
const DOUBT = 0.25
/** Of the narrow side of a plot: further than that, its place should be looked at. */
const MISFIT = 0.25

/** Finds shifts with the best contrast of cover, each at most half a plot. */
export function snapPlots(rings: readonly Ring[], cover: PlantMap): Snapped {
  const sum = new Float64Array(STEPS * STEPS)
  const plots = rings.map((ring) => {
    const contrasts = contrastsOf(ring, cover)
    for (const [at, contrast] of contrasts.entries()) sum[at] = (sum[at] ?? 0) + contrast / rings.length
    return shiftOf(ring, contrasts)
  })
  return { block: shiftOf(rings[0] ?? [], sum), plots }
}

/** Of each shift across and along the plot: the share of plants within minus that around. */
function contrastsOf(ring: Ring, cover: PlantMap): Float64Array {
  const { known, plants } = tablesOf(ring, cover)
  const contrasts = new Float64Array(STEPS * STEPS)
  for (let down = 0; down < STEPS; down += 1)
    for (let right = 0; right < STEPS; right += 1) {
      const knownWithin = boxSum(known, right + RIM, down + RIM, SAMPLES)
      const knownAround = boxSum(known, right, down, SAMPLES + 2 * RIM) - knownWithin
      if (knownWithin === 0 || knownAround === 0) continue
      const within = boxSum(plants, right + RIM, down + RIM, SAMPLES)
      const around = boxSum(plants, right, down, SAMPLES + 2 * RIM) - within
      contrasts[down * STEPS + right] = within / knownWithin - around / knownAround
    }
  return contrasts
}

/** Sums of all samples above and left of each place. */
type Table = Float64Array
const TABLE_SIDE = SIDE + 1

function tablesOf(ring: Ring, cover: PlantMap): { known: Table; plants: Table } {
  const { middle, across, along } = axesOf(ring)
  const known = new Float64Array(TABLE_SIDE ** 2)
  const plants = new Float64Array(TABLE_SIDE ** 2)
  for (let down = 0; down < SIDE; down += 1) {
    let [knownInRow, plantsInRow] = [0, 0]
    for (let right = 0; right < SIDE; right += 1) {
      const [u, v] = [(right + 0.5 - HALF) / SAMPLES, (down + 0.5 - HALF) / SAMPLES]
      const value = coverAt(cover, middle[0] + u * across[0] + v * along[0], middle[1] + u * across[1] + v * along[1])
      if (value === PLANTS) plantsInRow += 1
      if (value === PLANTS || value === SOIL) knownInRow += 1
      const [to, above] = [(down + 1) * TABLE_SIDE + right + 1, down * TABLE_SIDE + right + 1]
      known[to] = (known[above] ?? 0) + knownInRow
      plants[to] = (plants[above] ?? 0) + plantsInRow
    }
  }
  return { known, plants }
}

// oxlint-disable-next-line max-params -- it runs millions of times, without making objects
function boxSum(table: Table, left: number, top: number, side: number): number {
  const [upper, lower] = [top * TABLE_SIDE + left, (top + side) * TABLE_SIDE + left]
  return (table[lower + side] ?? 0) - (table[lower] ?? 0) - (table[upper + side] ?? 0) + (table[upper] ?? 0)
}

/** The one whose contrast is best for its distance. */
function shiftOf(ring: Ring, contrasts: Float64Array): Shift {
  const { across, along } = axesOf(ring)
  const before = contrasts[REACH * STEPS + REACH] ?? 0
  let best = { right: 0, down: 0, contrast: before, worth: before + GAIN_MIN }
  for (const [at, contrast] of contrasts.entries()) {
    const [right, down] = [(at % STEPS) - REACH, Math.floor(at / STEPS) - REACH]
    const worth = contrast - (DOUBT * (right * right + down * down)) / (REACH * REACH)
    if (worth > best.worth) best = { right, down, contrast, worth }
  }
  const [u, v] = [best.right / SAMPLES, best.down / SAMPLES]
  const by: Position = [u * across[0] + v * along[0], u * across[1] + v * along[1]]
  const isMisfit = Math.hypot(...by) > MISFIT * Math.min(Math.hypot(...across), Math.hypot(...along))
  return { by, before, after: best.contrast, isMisfit }
}

/** Its middle, and the vectors of its width and its length. */
function axesOf([a = [0, 0], b = a, c = a, d = a]: Ring): { middle: Position; across: Position; along: Position } {
  const half = (axis: 0 | 1, signs: readonly [number, number, number, number]) =>
    (signs[0] * a[axis] + signs[1] * b[axis] + signs[2] * c[axis] + signs[3] * d[axis]) / 2
  return {
    middle: [half(0, [1, 1, 1, 1]) / 2, half(1, [1, 1, 1, 1]) / 2],
    across: [half(0, [-1, 1, 1, -1]), half(1, [-1, 1, 1, -1])],
    along: [half(0, [-1, -1, 1, 1]), half(1, [-1, -1, 1, 1])],
  }
}
