// The ground below what stands on it: the heights of soil between plants, without roofs and cars, continued a little beyond.
import { meansAround } from '../numbers/means-around.ts'
import { medianOf } from '../numbers/median.ts'
import { nearAny } from '../numbers/near-any.ts'
import { fillGaps } from '../reconstruction/fill-gaps.ts'
import { continueGround } from './continue-ground.ts'

/** What a map shows, in cells of `cell` metres: soil has a height, all else NaN. */
export type Shown = { width: number; height: number; cell: number; soil: Float32Array; isPlant: Uint8Array }
/** In metres; NaN where too little ground is seen. */
export type Terrain = { width: number; height: number; cell: number; heights: Float32Array }

/** Cells of what is shown to a side of one here. */
const CELLS = 5
/** Of them, so many have to be soil. */
const SOIL_MIN = 3
/** In metres. Near plants, matching raises the soil, so it counts only where there is none farther from them. */
const AWAY_FROM_PLANTS = [0.3, 0.15, 0.05]
const NEIGHBOURS = 1.5
/** In metres to each side of a place, and the share of the ground there that has to be seen. */
const [PLACE, SEEN_MIN] = [2.5, 0.05]
/** The same of a larger place: a patch that stands alone is a fault of matching. */
const [AROUND, ALONE_MAX] = [10, 0.01]
/** In metres: what is less wide and stands higher than a slope could is no ground. */
const [OBJECT_MAX, STEP, SLOPE] = [9, 0.1, 0.15]

export function terrainOf(shown: Shown): Terrain {
  const cell = shown.cell * CELLS
  const size = { width: Math.floor(shown.width / CELLS), height: Math.floor(shown.height / CELLS) }
  const ground = new Float32Array(size.width * size.height).fill(Number.NaN)
  for (const away of AWAY_FROM_PLANTS) {
    const isNear = nearby(ground, size, NEIGHBOURS / cell)
    const isNearPlants = nearAny(
      shown.isPlant,
      { columns: shown.width, rows: shown.height },
      Math.ceil(away / shown.cell),
    )
    for (let at = 0; at < ground.length; at += 1)
      if (!isNear[at]) ground[at] = soilIn(shown, isNearPlants, [at % size.width, Math.floor(at / size.width)])
  }
  withoutObjects(ground, size, cell)
  const isAlone = seenAround(ground, size, AROUND / cell).map((share) => Number(share < ALONE_MAX))
  for (let at = 0; at < ground.length; at += 1) if (isAlone[at]) ground[at] = Number.NaN
  const seen = seenAround(ground, size, PLACE / cell)
  const heights = continueGround(ground, size)
  return { ...size, cell, heights: heights.map((one, at) => ((seen[at] ?? 0) < SEEN_MIN ? Number.NaN : one)) }
}

type Size = { width: number; height: number }

const seenAround = (ground: Float32Array, size: Size, around: number): Float32Array =>
  meansAround(
    Float32Array.from(ground, (one) => Number(!Number.isNaN(one))),
    { ...size, around: Math.round(around) },
  )

const nearby = (values: Float32Array, { width, height }: Size, reach: number): Uint8Array =>
  nearAny(
    Uint8Array.from(values, (one) => Number(!Number.isNaN(one))),
    { columns: width, rows: height },
    Math.round(reach),
  )

/** The median of the soil of a cell; NaN where there is too little. */
function soilIn({ width, soil }: Shown, isNearPlants: Uint8Array, [column, row]: readonly [number, number]): number {
  const found: number[] = []
  for (let y = row * CELLS; y < (row + 1) * CELLS; y += 1)
    for (let at = y * width + column * CELLS; at < y * width + (column + 1) * CELLS; at += 1) {
      const one = soil[at] ?? Number.NaN
      if (!Number.isNaN(one) && !isNearPlants[at]) found.push(one)
    }
  return found.length < SOIL_MIN ? Number.NaN : medianOf(Float64Array.from(found))
}

/** And without the cells around them, which they raise. By openings with ever larger squares. Zhang et al. 2003, doi:10.1109/TGRS.2003.810682. */
function withoutObjects(ground: Float32Array, size: Size, cell: number): void {
  let open = fillGaps(ground, size)
  if (Number.isNaN(open[0])) return
  const isObject = new Uint8Array(ground.length)
  for (let reach = 1; reach * cell <= OBJECT_MAX; reach *= 2) {
    const lower = mostAround(mostAround(open, size, { reach, sign: -1 }), size, { reach, sign: 1 })
    const step = STEP + SLOPE * reach * cell
    for (let at = 0; at < ground.length; at += 1) if ((open[at] ?? 0) - (lower[at] ?? 0) > step) isObject[at] = 1
    open = lower
  }
  const isBeside = nearAny(isObject, { columns: size.width, rows: size.height }, 1)
  for (let at = 0; at < ground.length; at += 1) if (isBeside[at]) ground[at] = Number.NaN
}

/** The greatest (or least: `sign` -1) value in a square around each cell. */
function mostAround(values: Float32Array, { width, height }: Size, { reach, sign }: { reach: number; sign: 1 | -1 }) {
  const along = (from: Float32Array, count: number, [step, start]: readonly [number, (line: number) => number]) => {
    const most = new Float32Array(from.length)
    for (let line = 0; line < from.length / count; line += 1)
      for (let at = 0; at < count; at += 1) {
        let found = -Infinity
        for (let near = Math.max(0, at - reach); near <= Math.min(count - 1, at + reach); near += 1) {
          const one = sign * (from[start(line) + near * step] ?? 0)
          if (one > found) found = one
        }
        most[start(line) + at * step] = sign * found
      }
    return most
  }
  const across = along(values, width, [1, (row) => row * width])
  return along(across, height, [width, (column) => column])
}
