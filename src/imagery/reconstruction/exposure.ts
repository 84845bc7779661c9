// Photos of one flight differ in brightness. What they say of the same tie points tells by how much.
import { factorise, solveFactorised } from '../traits/derived/symmetric-matrix.ts'
import type { Camera, TiePoints, View } from './model.ts'

/** A photo made small, RGB. */
export type Small = { width: number; height: number; rgb: Uint8Array }

/** What is nearly black or white says nothing. */
const [DARKEST, BRIGHTEST] = [8, 247]
/** Of tie points: so much speaks for leaving a photo as it is. */
const UNCHANGED = 5
const GAIN_MAX = 2

type Photos = { cameras: readonly Camera[]; views: readonly View[]; smalls: readonly Small[] }

/** Of each view, by what to multiply red, green and blue. */
export function gainsOf(points: TiePoints, { cameras, views, smalls }: Photos): Float64Array {
  const size = views.length
  const gains = new Float64Array(size * 3)
  for (let band = 0; band < 3; band += 1) {
    const matrix = new Float64Array(size * size)
    const right = new Float64Array(size)
    for (let view = 0; view < size; view += 1) matrix[view * size + view] = UNCHANGED
    const logAt = (at: number): number => {
      const view = points.views[at] ?? 0
      const [small, camera] = [smalls[view], cameras[views[view]?.camera ?? 0]]
      if (!small || !camera) return Number.NaN
      const column = Math.min(
        small.width - 1,
        Math.max(0, Math.floor(((points.pixels[at * 2] ?? 0) / camera.width) * small.width)),
      )
      const row = Math.min(
        small.height - 1,
        Math.max(0, Math.floor(((points.pixels[at * 2 + 1] ?? 0) / camera.height) * small.height)),
      )
      const value = small.rgb[(row * small.width + column) * 3 + band] ?? 0
      return value < DARKEST || value > BRIGHTEST ? Number.NaN : Math.log(value)
    }
    for (let point = 0; point < points.count; point += 1)
      addPoint({ matrix, right, size }, seenBy(points, point, logAt))
    if (!factorise(matrix, size)) return gains.fill(1)
    solveFactorised(matrix, right)
    for (let view = 0; view < size; view += 1)
      gains[view * 3 + band] = Math.min(GAIN_MAX, Math.max(1 / GAIN_MAX, Math.exp(right[view] ?? 0)))
  }
  return gains
}

type Seen = { view: number; log: number }[]

function seenBy({ starts, views }: TiePoints, point: number, logAt: (at: number) => number): Seen {
  const seen: Seen = []
  for (let at = starts[point] ?? 0; at < (starts[point + 1] ?? 0); at += 1) {
    const log = logAt(at)
    if (!Number.isNaN(log)) seen.push({ view: views[at] ?? 0, log })
  }
  return seen
}

type Equations = { matrix: Float64Array; right: Float64Array; size: number }

/** All photos of a point should show it alike. */
function addPoint({ matrix, right, size }: Equations, seen: Seen): void {
  const mean = seen.reduce((sum, { log }) => sum + log, 0) / seen.length
  for (const { view: one, log } of seen) {
    right[one] = (right[one] ?? 0) + mean - log
    for (const { view: other } of seen)
      matrix[one * size + other] = (matrix[one * size + other] ?? 0) + (one === other ? 1 : 0) - 1 / seen.length
  }
}
