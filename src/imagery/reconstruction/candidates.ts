// Which photos a block of the orthomosaic is made of: those whose cameras are nearest, and where the block lies in them.
import { reachOf } from './footprint.ts'
import { type Low, lowAt } from './low-band.ts'
import { type Camera, project, type Vector, type View } from './model.ts'

/** Pixels of the orthomosaic between two places at which photos are looked up, and pixels of a block. */
export const STEP = 8
export const BLOCK = 64
export const NODES = BLOCK / STEP + 1

export type Scene = {
  cameras: readonly Camera[]
  views: readonly View[]
  /** The coarse part of each view. */
  lows: readonly Low[]
  ground: number
  /** In metres: how far photos are blended where the next one begins, and how far the coarse part is. */
  feather: number
  spread: number
}

/** A view at the nodes of a block. */
export type Candidate = {
  view: number
  /** Pixels of the photo. */
  x: Float64Array
  y: Float64Array
  /** Of the camera, across the ground, in metres; more towards the edges of the photo, where others take its place. */
  distance: Float64Array
  /** What the blended coarse part has more than this photo's, in RGB. */
  more: readonly [Float64Array, Float64Array, Float64Array]
}

/** A share of the size of a photo: where it ends, others take its place bit by bit. */
const EDGE = 0.15
/** Of the height above the ground: more than any two cameras that show a place differ in distance. */
const FAR = 1.5
/** Of the photo: between two nodes it may end. */
const BETWEEN_NODES = 16

type Sighting = Candidate & { isSeen: Uint8Array }

/** `nodes` are places on the ground, row by row. Nearest first. */
export function candidatesOf(scene: Scene, nodes: readonly Vector[]): Candidate[] {
  const middle = nodes[nodes.length >> 1] ?? [0, 0, 0]
  const corner = nodes[0] ?? middle
  const radius = Math.hypot(corner[0] - middle[0], corner[1] - middle[1])
  const near = scene.views
    .map((view, index) => ({
      view,
      index,
      distance: Math.hypot(view.centre[0] - middle[0], view.centre[1] - middle[1]),
    }))
    .filter(
      ({ view, distance }) => distance - radius < reachOf(scene.cameras[view.camera] as Camera, view, scene.ground),
    )
    .sort((one, other) => one.distance - other.distance)
  const sightings = near.map(({ index }) => sight(scene, index, nodes)).filter(({ isSeen }) => isSeen.includes(1))
  const chosen = choose(sightings, 2 * scene.feather)
  addCoarse(scene, sightings, chosen)
  return chosen
}

function sight({ cameras, views }: Scene, index: number, nodes: readonly Vector[]): Sighting {
  const view = views[index] as View
  const { width, height, lens } = cameras[view.camera] as Camera
  const pixelOf = project(lens, view)
  const [x, y, distance] = [
    new Float64Array(nodes.length),
    new Float64Array(nodes.length),
    new Float64Array(nodes.length),
  ]
  const isSeen = new Uint8Array(nodes.length)
  const out = { x: 0, y: 0 }
  for (const [at, node] of nodes.entries()) {
    const depth = pixelOf(node, out)
    x[at] = depth > 0 ? out.x : -1e6
    y[at] = depth > 0 ? out.y : -1e6
    const inside = depth > 0 ? Math.min(out.x, out.y, width - out.x, height - out.y) : Number.NEGATIVE_INFINITY
    const away = 1 - Math.min(1, Math.max(0, inside) / (EDGE * Math.min(width, height)))
    distance[at] =
      Math.hypot(node[0] - view.centre[0], node[1] - view.centre[1]) + away * FAR * (view.centre[2] - node[2])
    isSeen[at] = inside >= -BETWEEN_NODES ? 1 : 0
  }
  return {
    view: index,
    x,
    y,
    distance,
    isSeen,
    more: [new Float64Array(nodes.length), new Float64Array(nodes.length), new Float64Array(nodes.length)],
  }
}

/** The nearest of each node, and those hardly farther. */
function choose(sightings: readonly Sighting[], margin: number): Sighting[] {
  const least = new Float64Array(NODES * NODES).fill(Number.POSITIVE_INFINITY)
  for (const { isSeen, distance } of sightings)
    for (const [at, seen] of isSeen.entries()) if (seen) least[at] = Math.min(least[at] ?? 0, distance[at] ?? 0)
  return sightings.filter(({ isSeen, distance }) =>
    isSeen.some((seen, at) => seen && (distance[at] ?? 0) < (least[at] ?? 0) + margin),
  )
}

function addCoarse(
  { cameras, views, lows, spread }: Scene,
  sightings: readonly Sighting[],
  chosen: readonly Sighting[],
): void {
  const [own, blended] = [new Float64Array(3), new Float64Array(3)]
  const lookUp = ({ view, x, y }: Sighting, at: number): number => {
    const { width, height } = cameras[views[view]?.camera ?? 0] as Camera
    const [across, down] = [(x[at] ?? 0) / width, (y[at] ?? 0) / height]
    lowAt(lows[view] as Low, [across, down], own)
    return Math.max(0, Math.min(across, 1 - across, down, 1 - down))
  }
  for (let at = 0; at < NODES * NODES; at += 1) {
    let total = 0
    blended.fill(0)
    for (const sighting of sightings) {
      if (!sighting.isSeen[at]) continue
      const inside = lookUp(sighting, at)
      const weight =
        (Math.min(1, inside / EDGE) + 1e-3) ** 2 * Math.exp(-(((sighting.distance[at] ?? 0) / spread) ** 2) / 2)
      total += weight
      for (let band = 0; band < 3; band += 1) blended[band] = (blended[band] ?? 0) + weight * (own[band] ?? 0)
    }
    for (const sighting of chosen) {
      lookUp(sighting, at)
      if (total > 0)
        for (const [band, more] of sighting.more.entries()) more[at] = (blended[band] ?? 0) / total - (own[band] ?? 0)
    }
  }
}
