// Which tie points the ground is made of: those that photos agree on, and that fit their neighbours.
import Delaunator from 'delaunator'
import { positionOf, project, type Reconstruction, type TiePoints } from './model.ts'

const PHOTOS_MIN = 2
/** In pixels of the photos that were matched. */
const ERROR_MAX = 2
/** From the median of the neighbours, in standard deviations by the median of all. */
const DEVIATIONS_MAX = 5

/** Without what photos show elsewhere, what fewer than two show, and what sticks out of its neighbours. */
export function filterPoints(reconstruction: Reconstruction): TiePoints {
  const { points } = reconstruction
  const isNear = observationsNear(reconstruction)
  const seen = choosePoints(points, { isNear, isKept: (_, observations) => observations >= PHOTOS_MIN })
  const isOut = spikesOf(seen)
  const { were: _, ...kept } = choosePoints(seen, { isNear: () => true, isKept: (point) => !isOut[point] })
  return kept
}

function observationsNear({ cameras, views, points }: Reconstruction) {
  const out = { x: 0, y: 0 }
  const projections = views.map((view) => {
    const camera = cameras[view.camera]
    return camera && project(camera.lens, view)
  })
  return (point: number, observation: number): boolean => {
    const depth = projections[points.views[observation] ?? 0]?.(positionOf(points, point), out) ?? 0
    const off = Math.hypot(
      out.x - (points.pixels[observation * 2] ?? 0),
      out.y - (points.pixels[observation * 2 + 1] ?? 0),
    )
    return depth > 0 && off < ERROR_MAX
  }
}

type Choice = {
  isNear: (point: number, observation: number) => boolean
  isKept: (point: number, observations: number) => boolean
}

/** What is left of points, and which they were. */
export function choosePoints(points: TiePoints, { isNear, isKept }: Choice): TiePoints & { were: number[] } {
  const kept: number[] = []
  const observations: number[] = []
  const starts = [0]
  for (let point = 0; point < points.count; point += 1) {
    const before = observations.length
    for (let at = points.starts[point] ?? 0; at < (points.starts[point + 1] ?? 0); at += 1)
      if (isNear(point, at)) observations.push(at)
    if (isKept(point, observations.length - before)) {
      kept.push(point)
      starts.push(observations.length)
    } else observations.length = before
  }
  const threeOf = (from: ArrayLike<number>) => (_: unknown, at: number) =>
    from[(kept[Math.floor(at / 3)] ?? 0) * 3 + (at % 3)] ?? 0
  return {
    were: kept,
    count: kept.length,
    positions: Float64Array.from({ length: kept.length * 3 }, threeOf(points.positions)),
    colours: Uint8Array.from({ length: kept.length * 3 }, threeOf(points.colours)),
    starts: Uint32Array.from(starts),
    views: Uint32Array.from(observations, (at) => points.views[at] ?? 0),
    pixels: Float64Array.from(
      { length: observations.length * 2 },
      (_, at) => points.pixels[(observations[at >> 1] ?? 0) * 2 + (at & 1)] ?? 0,
    ),
  }
}

function spikesOf({ count, positions }: TiePoints): boolean[] {
  const { triangles } = new Delaunator(flat(positions))
  const neighbours: number[][] = Array.from({ length: count }, () => [])
  for (let edge = 0; edge < triangles.length; edge += 1) {
    const next = edge % 3 === 2 ? edge - 2 : edge + 1
    neighbours[triangles[edge] ?? 0]?.push(positions[(triangles[next] ?? 0) * 3 + 2] ?? 0)
  }
  const off = neighbours.map((heights, point) =>
    heights.length < 3 ? 0 : (positions[point * 3 + 2] ?? 0) - medianOf(heights),
  )
  const usual = 1.4826 * medianOf(off.map(Math.abs))
  return off.map((value) => Math.abs(value) > DEVIATIONS_MAX * usual)
}

/** East and north of each. */
export const flat = (positions: Float64Array): Float64Array =>
  Float64Array.from({ length: (positions.length / 3) * 2 }, (_, at) => positions[(at >> 1) * 3 + (at & 1)] ?? 0)

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
