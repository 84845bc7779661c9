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
  const isNear = observationsNear(reconstruction)
  return withoutSpikes(
    choosePoints(reconstruction.points, { isNear, isKept: (_, observations) => observations >= PHOTOS_MIN }),
  )
}

/** Without what sticks out of its neighbours, as a wrong match does: one beside a camera holds on to it, so that an adjustment ends early. */
export function withoutSpikes(points: TiePoints): TiePoints {
  const isOut = spikesOf(points)
  const { were: _, ...kept } = choosePoints(points, { isNear: () => true, isKept: (point) => !isOut[point] })
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
  // To a micrometre. Of several in the very same place, the triangles have one.
  const places = flat(positions).map((metres) => Math.round(metres * 1e6) / 1e6)
  const { triangles } = new Delaunator(places)
  const ofPlaces = new Map<string, number[]>()
  const neighbours = Array.from({ length: count }, (_, point) => {
    const place = `${places[point * 2]} ${places[point * 2 + 1]}`
    const heights = ofPlaces.get(place) ?? []
    ofPlaces.set(place, heights)
    return heights
  })
  for (let corner = 0; corner < triangles.length; corner += 1) {
    const first = corner - (corner % 3)
    for (const other of [first + ((corner + 1) % 3), first + ((corner + 2) % 3)])
      neighbours[triangles[corner] ?? 0]?.push(positions[(triangles[other] ?? 0) * 3 + 2] ?? 0)
  }
  const off = neighbours.map((heights, point) => Math.abs((positions[point * 3 + 2] ?? 0) - medianOf(heights)))
  const usual = 1.4826 * medianOf(off)
  return off.map((value) => !(value <= DEVIATIONS_MAX * usual))
}

/** East and north of each. */
export const flat = (positions: Float64Array): Float64Array =>
  Float64Array.from({ length: (positions.length / 3) * 2 }, (_, at) => positions[(at >> 1) * 3 + (at & 1)] ?? 0)

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
