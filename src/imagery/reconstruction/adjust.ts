// Bundle adjustment: cameras, views and points together, so that points appear where photos show them, cameras are where their positions
// say, and lenses are near what the photos say. Triggs et al. 2000, doi:10.1007/3-540-44480-7_21.
import { type Derivatives, derive } from './derivatives.ts'
import { type Camera, type Lens, multiply, type Reconstruction, turnBy, type Vector, type View } from './model.ts'
import { createNormalEquations, LENS_SIZE, type NormalEquations, VIEW_SIZE } from './normal-equations.ts'

/** In metres: where the camera was, and the standard deviations of that across and up. */
export type Fix = { at: Vector; across: number; up: number }

export type Known = {
  /** Of each view; null without a position. */
  fixes: readonly (Fix | null)[]
  /** Of each camera, in its pixels, by what the photos say of it. */
  focals: readonly number[]
  /** Of each camera, how an earlier flight found its lens to bend; null where there is none. */
  bends?: readonly (KnownBend | null)[]
}

/** Radial distortion, which hangs on the lens alone. */
export type KnownBend = Pick<Lens, 'k1' | 'k2'>

/**
 * A share of the focal length. Over flat ground focal length and height can hardly be told apart; with a looser one heights get worse
 * (docs/decisions/046-processing.md).
 */
const FOCAL_ERROR = 0.003
/** Shares of the width of the photo, and plain numbers. */
const CENTRE_ERROR = 0.005
const [RADIAL_ERROR, TANGENTIAL_ERROR] = [0.1, 0.005]
/** Of one that is known from an earlier flight. */
const KNOWN_RADIAL_ERROR = 0.002
/** In seconds: rolling shutters of drones take 10 to 70 ms. */
const SWEEP_ERROR = 0.04
/** Of where a photo shows a point, in pixels. */
const PIXEL_ERROR = 0.5
/** Errors of that many standard deviations count half. */
const ROBUST = { pixels: 2, fixes: 3 }
const ITERATIONS_MAX = 30
const ENOUGH = 1e-5

export function adjust(
  start: Reconstruction,
  known: Known,
  report: (fraction: number) => void = () => undefined,
): Reconstruction {
  const { cameras, views, points } = start
  const equations = createNormalEquations(start)
  let state: Reconstruction = { cameras, views, points: { ...points, positions: points.positions.slice() } }
  let cost = gather(state, known, equations)
  let damping = 1e-4
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration += 1) {
    report(iteration / ITERATIONS_MAX)
    const step = equations.solve(damping)
    const next = step && move(state, step)
    const nextCost = next ? costOf(next, known) : Number.POSITIVE_INFINITY
    if (!next || !(nextCost < cost)) {
      damping *= 10
      if (damping > 1e6) break
      continue
    }
    const gain = 1 - nextCost / cost
    state = next
    damping = Math.max(1e-9, damping / 10)
    if (gain < ENOUGH) break
    cost = gather(state, known, equations)
  }
  return state
}

/** Root of the mean square of the distances between where points appear and where photos show them, in pixels. */
export function reprojectionError(state: Reconstruction): number {
  let sum = 0
  eachObservation(state, ({ x, y }) => {
    sum += x * x + y * y
  })
  return Math.sqrt(sum / Math.max(1, state.points.views.length))
}

function costOf(state: Reconstruction, known: Known): number {
  let sum = 0
  eachObservation(state, ({ x, y }) => {
    sum += Math.log1p((x * x + y * y) / (PIXEL_ERROR * ROBUST.pixels) ** 2) * ROBUST.pixels ** 2
  })
  for (const [at, { centre }] of state.views.entries())
    sum += ROBUST.fixes ** 2 * Math.log1p(squareOf(centre, known.fixes[at]) / ROBUST.fixes ** 2)
  for (const [at, camera] of state.cameras.entries())
    for (const { off, error } of priorsOf(camera, known.focals[at], known.bends?.[at])) sum += (off / error) ** 2
  return sum
}

/** The square of how far a camera is from its position, in standard deviations. */
function squareOf(centre: Vector, fix: Fix | null | undefined): number {
  if (!fix) return 0
  const [east, north, up] = [centre[0] - fix.at[0], centre[1] - fix.at[1], centre[2] - fix.at[2]]
  return (east * east + north * north) / fix.across ** 2 + (up / fix.up) ** 2
}

/** In the order of the derivatives. */
const priorsOf = ({ width, height, lens }: Camera, focal = lens.focal, bend: KnownBend | null = null) => [
  { off: lens.focal - focal, error: FOCAL_ERROR * focal },
  { off: lens.x - width / 2, error: CENTRE_ERROR * width },
  { off: lens.y - height / 2, error: CENTRE_ERROR * width },
  { off: lens.k1 - (bend?.k1 ?? 0), error: bend ? KNOWN_RADIAL_ERROR : RADIAL_ERROR },
  { off: lens.k2 - (bend?.k2 ?? 0), error: bend ? KNOWN_RADIAL_ERROR : RADIAL_ERROR },
  { off: lens.p1, error: TANGENTIAL_ERROR },
  { off: lens.p2, error: TANGENTIAL_ERROR },
  { off: lens.sweep ?? 0, error: SWEEP_ERROR },
]

function eachObservation(
  { cameras, views, points }: Reconstruction,
  visit: (derived: Derivatives, at: { point: number; view: number; observation: number }) => void,
): void {
  const derivatives = views.map((view) => derive((cameras[view.camera] as Camera).lens, view))
  const at = { point: 0, view: 0, observation: 0 }
  for (at.point = 0; at.point < points.count; at.point += 1)
    for (
      at.observation = points.starts[at.point] ?? 0;
      at.observation < (points.starts[at.point + 1] ?? 0);
      at.observation += 1
    ) {
      at.view = points.views[at.observation] ?? 0
      const derived = derivatives[at.view]?.(points, at.point, at.observation)
      if (derived) visit(derived, at)
    }
}

/** Fills the equations, and answers the cost. */
function gather(state: Reconstruction, known: Known, equations: NormalEquations): number {
  equations.clear()
  const scale = (PIXEL_ERROR * ROBUST.pixels) ** 2
  eachObservation(state, (derived, at) => {
    const weight = 1 / (1 + (derived.x * derived.x + derived.y * derived.y) / scale) / PIXEL_ERROR ** 2
    equations.addObservation(derived, at, weight)
  })
  for (const [view, { centre }] of state.views.entries()) {
    const fix = known.fixes[view]
    if (!fix) continue
    const weight = 1 / (1 + squareOf(centre, fix) / ROBUST.fixes ** 2)
    for (let axis = 0; axis < 3; axis += 1)
      equations.addPrior(equations.viewStart(view) + 3 + axis, {
        off: (centre[axis] ?? 0) - (fix.at[axis] ?? 0),
        weight: weight / (axis === 2 ? fix.up : fix.across) ** 2,
      })
  }
  for (const [camera, of] of state.cameras.entries())
    for (const [at, { off, error }] of priorsOf(of, known.focals[camera], known.bends?.[camera]).entries())
      equations.addPrior(equations.lensStart(camera) + at, { off, weight: 1 / error ** 2 })
  return costOf(state, known)
}

type Step = { views: Float64Array; points: Float64Array }

function move({ cameras, views, points }: Reconstruction, step: Step): Reconstruction {
  const lenses = views.length * VIEW_SIZE
  const at = (index: number): number => step.views[index] ?? 0
  return {
    cameras: cameras.map((camera, index) => ({
      ...camera,
      lens: moveLens(camera.lens, (of) => at(lenses + index * LENS_SIZE + of)),
    })),
    views: views.map((view, index): View => {
      const [start, { centre }] = [index * VIEW_SIZE, view]
      return {
        ...view,
        rotation: multiply(turnBy([at(start), at(start + 1), at(start + 2)]), view.rotation),
        centre: [centre[0] + at(start + 3), centre[1] + at(start + 4), centre[2] + at(start + 5)],
      }
    }),
    points: { ...points, positions: points.positions.map((value, index) => value + (step.points[index] ?? 0)) },
  }
}

const moveLens = (lens: Lens, by: (at: number) => number): Lens => ({
  focal: lens.focal + by(0),
  x: lens.x + by(1),
  y: lens.y + by(2),
  k1: lens.k1 + by(3),
  k2: lens.k2 + by(4),
  p1: lens.p1 + by(5),
  p2: lens.p2 + by(6),
  sweep: (lens.sweep ?? 0) + by(7),
})
