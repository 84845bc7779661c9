// A flight of which camera, ground and every pixel are known.
import {
  type Camera,
  type Matrix,
  multiply,
  project,
  type Reconstruction,
  rotate,
  rotationOf,
  transpose,
  turnBy,
  type Vector,
  type View,
} from '../model.ts'
import type { Picture } from '../orthomosaic.ts'

export const CAMERA: Camera = {
  width: 400,
  height: 300,
  lens: { focal: 300, x: 203, y: 148, k1: -0.02, k2: 0.005, p1: 0.0005, p2: -0.0004 },
}
/** Of a photo that looks straight down at the mean height, in metres. */
export const GSD = 40 / CAMERA.lens.focal
const PERIOD = 16

/** In metres above 100. */
export const terrain = (x: number, y: number): number => 100 + 1.2 * Math.sin(x / 11) + 0.9 * Math.cos(y / 9)
/** Tells the place: red along x, green along y, each back and forth. */
export const colourOf = (x: number, y: number): [number, number, number] => [wave(x), wave(y), 128]
/** How much a metre changes a colour. */
export const COLOUR_PER_METRE = 200 / (PERIOD / 2)

function wave(at: number): number {
  const within = (((at % PERIOD) + PERIOD) % PERIOD) / PERIOD
  return 28 + 200 * (within < 0.5 ? 2 * within : 2 - 2 * within)
}

/** The same numbers in every run (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  const uniform = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

/** Looking down, the top of the photo north. */
const DOWN: Matrix = [1, 0, 0, 0, -1, 0, 0, 0, -1]

type Made = { lines?: number; shots?: number; cameras?: Camera[]; points?: number; pixelError?: number; speed?: number }

/** To and fro, tilted by up to 3 degrees. What photos show is off by `pixelError` pixels (one standard deviation). */
export function makeSyntheticFlight({
  lines = 3,
  shots = 5,
  cameras = [CAMERA],
  points: wanted = 1500,
  pixelError = 0.3,
  speed = 0,
}: Made = {}): Reconstruction {
  const { uniform, normal } = createRandom(7)
  const views = Array.from({ length: lines * shots }, (_, at): View => {
    const [line, along] = [Math.floor(at / shots), at % shots]
    const turned = multiply(turnBy([0.03 * normal(), 0.03 * normal(), line % 2 === 0 ? 0 : Math.PI]), DOWN)
    const centre: Vector = [line * 16, (line % 2 === 0 ? along : shots - 1 - along) * 9, 140 + 0.5 * normal()]
    const forth = line % 2 === 0 ? 1 : -1
    return {
      name: `photo-${at}`,
      camera: at % cameras.length,
      rotation: turned,
      centre,
      ...(speed !== 0 && { speed: [0, forth * speed, 0] }),
    }
  })
  const [positions, starts, seenBy, pixels]: [number[], number[], number[], number[]] = [[], [0], [], []]
  const out = { x: 0, y: 0 }
  while (starts.length <= wanted) {
    const [x, y] = [-25 + uniform() * (lines * 16 + 35), -20 + uniform() * (shots * 9 + 30)]
    const seen = views.flatMap((view, index) => {
      const { width, height, lens } = cameras[view.camera] as Camera
      const depth = project(lens, view)([x, y, terrain(x, y)], out)
      return depth > 0 && out.x > 0 && out.y > 0 && out.x < width && out.y < height
        ? [[index, out.x, out.y] as const]
        : []
    })
    if (seen.length < 2) continue
    positions.push(x, y, terrain(x, y))
    for (const [index, px, py] of seen) {
      seenBy.push(index)
      pixels.push(px + pixelError * normal(), py + pixelError * normal())
    }
    starts.push(seenBy.length)
  }
  const points = {
    count: wanted,
    positions: Float64Array.from(positions),
    colours: new Uint8Array(wanted * 3).fill(128),
    starts: Uint32Array.from(starts),
    views: Uint32Array.from(seenBy),
    pixels: Float64Array.from(pixels),
  }
  return { cameras, views, points }
}

/** The same, somewhere else, turned, of another size and bent a little: what matching photos alone gives. */
export function losePlace({ cameras, views, points }: Reconstruction): Reconstruction {
  const { normal } = createRandom(11)
  const turn = rotationOf(0.7, [0.2, -0.5, 0.4])
  const move = (at: Vector): Vector => {
    const [x, y, z] = rotate(turn, [at[0] - 20, at[1] + 5, at[2] - 90])
    return [x / 7, y / 7, z / 7]
  }
  const noisy = (at: Vector, by: number): Vector => [
    at[0] + by * normal(),
    at[1] + by * normal(),
    at[2] + by * normal(),
  ]
  const positions = points.positions.slice()
  for (let at = 0; at < positions.length; at += 3)
    positions.set(noisy(move([positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0]), 0.02), at)
  return {
    cameras: cameras.map(({ width, height, lens }) => ({
      width,
      height,
      lens: { focal: lens.focal, x: width / 2, y: height / 2, k1: 0, k2: 0, p1: 0, p2: 0 },
    })),
    views: views.map((view) => ({
      name: view.name,
      camera: view.camera,
      rotation: multiply(turnBy(noisy([0, 0, 0], 0.004)), multiply(view.rotation, transpose(turn))),
      centre: noisy(move(view.centre), 0.02),
    })),
    points: { ...points, positions },
  }
}

/** With points of what is not the same in two photos: 20 cm before a camera, twice in the very same place, and far beyond the field. */
export function addWrongMatches({ cameras, views, points }: Reconstruction, metre: number): Reconstruction {
  const [positions, starts] = [[...points.positions], [...points.starts]]
  const [seenBy, pixels] = [[...points.views], [...points.pixels]]
  const add = ([one, other]: readonly [number, number], depth: number): void => {
    const { rotation, centre } = views[one] as View
    const [x, y, z] = rotate(transpose(rotation), [0, 0, depth * metre])
    const place: Vector = [centre[0] + x, centre[1] + y, centre[2] + z]
    for (const at of [one, other]) {
      const out = { x: 0, y: 0 }
      const view = views[at] as View
      project((cameras[view.camera] as Camera).lens, view)(place, out)
      seenBy.push(at)
      pixels.push(out.x, out.y)
    }
    positions.push(...place)
    starts.push(seenBy.length)
  }
  for (const pair of [
    [7, 2],
    [6, 12],
    [8, 3],
  ] as const)
    for (const depth of [0.2, 0.2]) add(pair, depth)
  for (const pair of [
    [0, 1],
    [14, 13],
  ] as const)
    add(pair, 600)
  return {
    cameras,
    views,
    points: {
      count: starts.length - 1,
      positions: Float64Array.from(positions),
      colours: new Uint8Array(positions.length),
      starts: Uint32Array.from(starts),
      views: Uint32Array.from(seenBy),
      pixels: Float64Array.from(pixels),
    },
  }
}

/** What a camera sees, pixel by pixel. */
export function takePhoto(
  { width, height, lens }: Camera,
  { rotation, centre }: View,
  colour: (x: number, y: number) => [number, number, number] = colourOf,
): Picture {
  const rgb = new Uint8Array(width * height * 3)
  const back = transpose(rotation)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const ray = rotate(back, directionOf(lens, column + 0.5, row + 0.5))
      let far = (centre[2] - 100) / -ray[2]
      for (let round = 0; round < 5; round += 1)
        far = (centre[2] - terrain(centre[0] + far * ray[0], centre[1] + far * ray[1])) / -ray[2]
      rgb.set(colour(centre[0] + far * ray[0], centre[1] + far * ray[1]), (row * width + column) * 3)
    }
  return { width, height, rgb }
}

/** Without the distortion, found step by step. */
function directionOf({ focal, x, y, k1, k2, p1, p2 }: Camera['lens'], column: number, row: number): Vector {
  const [bentU, bentV] = [(column - x) / focal, (row - y) / focal]
  let [u, v] = [bentU, bentV]
  for (let round = 0; round < 8; round += 1) {
    const square = u * u + v * v
    const radial = 1 + square * (k1 + square * k2)
    const [du, dv] = [2 * p1 * u * v + p2 * (square + 2 * u * u), p1 * (square + 2 * v * v) + 2 * p2 * u * v]
    u = (bentU - du) / radial
    v = (bentV - dv) / radial
  }
  return [u, v, 1]
}
