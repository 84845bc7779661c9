// Photos of a made field of which every height is known: noise of the sensor, another gain of each photo, and poses that are off by
// 0.3 pixels.
import { type Camera, type Lens, type Matrix, project, type Vector, type View } from '../../reconstruction/model.ts'
import {
  BASE,
  CELL,
  CORE,
  FINE,
  type FieldPlot,
  light,
  makeScene,
  noise,
  normal,
  type Random,
  ROOF,
  randomOf,
  type Scene,
  WATER,
} from './field-scene.ts'

export type Photo = { view: View; grey: Uint8Array; rgb: Uint8Array }

export type Field = {
  camera: Camera
  /** With the poses that an adjustment would find. */
  photos: Photo[]
  plots: FieldPlot[]
  /** At 1.5 cm, from the north-west, over `CORE`. */
  truth: { width: number; height: number; surface: Float32Array; ground: Float32Array; kinds: Uint8Array }
}

type Options = {
  seed?: number
  /** How far plants sway, in metres for each metre of their height. */
  wind?: number
  /** Of the ground, by metres. */
  slope?: number
  /** Of the poses, in pixels. */
  poseError?: number
  /** Photos are full, so that they can be joined; with a ray a pixel, which is rougher. */
  isWhole?: boolean
}

const CAMERA: Camera = {
  width: 1200,
  height: 900,
  lens: { focal: 840, x: 603, y: 447, k1: -0.02, k2: 0.005, p1: 0.0005, p2: -0.0004 },
}
const FLYING = 12.6
/** Metres around the core: enough to match it, and all that photos show. */
const [AROUND, WHOLE] = [1.5, 12.5]

export function makeField({ seed = 1, wind = 0, slope = 0.02, poseError = 0.3, isWhole = false }: Options = {}): Field {
  const random = randomOf(seed)
  const scene = makeScene(random, { seed, slope, around: isWhole ? WHOLE : AROUND })
  light(scene)
  const errors = poseErrors(random, poseError)
  const photos = errors.map((error, at) => takePhoto(scene, random, { at, wind, error, isWhole }))
  return { camera: CAMERA, photos, plots: scene.plots, truth: truthOf(scene) }
}

const PHOTOS = 15

/** Of each photo, of its angles and its place: each as normal, and all together none, as after an adjustment. */
function poseErrors(random: Random, pixels: number): number[][] {
  const { focal } = CAMERA.lens
  const scales = [1 / focal, 1 / focal, 1 / 600, CELL, CELL, CELL].map((one) => one * pixels)
  const drawn = Array.from({ length: PHOTOS }, () => scales.map((scale) => scale * normal(random)))
  const means = scales.map((_, part) => drawn.reduce((sum, one) => sum + (one[part] ?? 0), 0) / PHOTOS)
  return drawn.map((one) => one.map((value, part) => value - (means[part] ?? 0)))
}

type Taking = { at: number; wind: number; error: readonly number[]; isWhole: boolean }

function takePhoto(scene: Scene, random: Random, { at, wind, error, isWhole }: Taking): Photo {
  const [line, nth] = [Math.floor(at / 5), at % 5]
  const centre: Vector = [
    -2.4 + 6.3 * line + 0.1 * normal(random),
    -2.7 + 3.375 * nth + 0.1 * normal(random),
    BASE + FLYING + 0.1 * normal(random),
  ]
  const angles: Vector = [
    0.02 * normal(random),
    0.02 * normal(random),
    (line % 2 === 1 ? Math.PI : 0) + 0.02 * normal(random),
  ]
  const name = `photo-${at}.jpg`
  const pose: View = { name, camera: 0, rotation: rotationOf(angles), centre }
  const off = (values: Vector, from: number): Vector => [
    values[0] + (error[from] ?? 0),
    values[1] + (error[from + 1] ?? 0),
    values[2] + (error[from + 2] ?? 0),
  ]
  const view: View = { name, camera: 0, rotation: rotationOf(off(angles, 0)), centre: off(centre, 3) }
  return { view, ...render(scene, random, { pose, wind, isWhole, gain: 1 + 0.04 * normal(random) }) }
}

type Part = readonly [of: Vector, share: number]
const mix = ([one, a]: Part, [other, b]: Part): Vector => [
  one[0] * a + other[0] * b,
  one[1] * a + other[1] * b,
  one[2] * a + other[2] * b,
]

/** Right, down and forward of a camera that looks down, turned about up, then tilted. */
function rotationOf([aboutRight, aboutDown, aboutUp]: Vector): Matrix {
  const [cz, sz, cx, sx] = [Math.cos(aboutUp), Math.sin(aboutUp), Math.cos(aboutRight), Math.sin(aboutRight)]
  const [cy, sy] = [Math.cos(aboutDown), Math.sin(aboutDown)]
  const right: Vector = [cz, sz, 0]
  const down: Vector = [cx * sz, -cx * cz, -sx]
  const forward: Vector = [-sx * sz, sx * cz, -cx]
  return [...mix([right, cy], [forward, -sy]), ...down, ...mix([right, sy], [forward, cy])]
}

const FOUR = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const

type Rendering = { pose: View; wind: number; gain: number; isWhole: boolean }

/** Only what shows the core and a little around it, unless it is whole. */
function render(
  scene: Scene,
  random: Random,
  { pose, wind, gain, isWhole }: Rendering,
): { grey: Uint8Array; rgb: Uint8Array } {
  const { width, height, lens } = CAMERA
  const { left, top, right, bottom } = isWhole
    ? { left: 0, top: 0, right: width, bottom: height }
    : shownBox(lens, pose)
  const parts = isWhole ? [[0.5, 0.5] as const] : FOUR
  const raw = new Float32Array(width * height * 3)
  const ray = createRay(scene, { pose, wind, phase: [3 * random(), 3 * random(), 2 * Math.PI * random()] })
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1)
      for (const [east, south] of parts) {
        const [red, green, blue] = ray(column + east, row + south)
        const at = (row * width + column) * 3
        raw[at] = (raw[at] ?? 0) + (red * gain) / parts.length
        raw[at + 1] = (raw[at + 1] ?? 0) + (green * gain) / parts.length
        raw[at + 2] = (raw[at + 2] ?? 0) + (blue * gain) / parts.length
      }
  const rgb = new Uint8Array(width * height * 3)
  const grey = new Uint8Array(width * height)
  const blur = [0.11, 0.78, 0.11]
  for (let row = Math.max(1, top); row < Math.min(height - 1, bottom); row += 1)
    for (let column = Math.max(1, left); column < Math.min(width - 1, right); column += 1) {
      const at = (row * width + column) * 3
      for (let band = 0; band < 3; band += 1) {
        let sum = 2.5 * normal(random)
        for (let down = -1; down <= 1; down += 1)
          for (let across = -1; across <= 1; across += 1)
            sum += (raw[at + (down * width + across) * 3 + band] ?? 0) * (blur[down + 1] ?? 0) * (blur[across + 1] ?? 0)
        rgb[at + band] = Math.max(0, Math.min(255, sum + 0.5))
      }
      grey[at / 3] = ((rgb[at] ?? 0) * 77 + (rgb[at + 1] ?? 0) * 150 + (rgb[at + 2] ?? 0) * 29) >> 8
    }
  return { grey, rgb }
}

const clip = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)))

function shownBox(lens: Lens, pose: View) {
  const at = { x: 0, y: 0 }
  const look = project(lens, pose)
  const places = [CORE.west - 1.2, CORE.east + 1.2].flatMap((x) =>
    [CORE.south - 1.2, CORE.north + 1.2].flatMap((y) =>
      [BASE - 0.2, BASE + 2].map((z) => {
        look([x, y, z], at)
        return { ...at }
      }),
    ),
  )
  return {
    left: clip(Math.min(...places.map(({ x }) => x)), CAMERA.width),
    right: clip(Math.max(...places.map(({ x }) => x)), CAMERA.width),
    top: clip(Math.min(...places.map(({ y }) => y)), CAMERA.height),
    bottom: clip(Math.max(...places.map(({ y }) => y)), CAMERA.height),
  }
}

const SKIP = 32

const inside = (value: number, most: number): number => Math.max(0, Math.min(most - 1, value))

/** What a pixel shows. */
function createRay(
  { frame, heights, ground, kinds, colours }: Scene,
  { pose, wind, phase }: { pose: View; wind: number; phase: Vector },
) {
  // Names of other modules are slow under the test runner, and this runs 20 million times.
  const { west, north, width, height } = frame
  const [cellSize, roof, water] = [FINE, ROOF, WATER]
  const [across, down] = [Math.ceil(width / SKIP), Math.ceil(height / SKIP)]
  const highest = highestAround(heights, width, [across, down])
  const [r, c] = [pose.rotation, pose.centre]
  const top = heights.reduce((most, one) => Math.max(most, one), 0) + 0.05
  const bottom = BASE - 2
  return (pixelX: number, pixelY: number): Vector => {
    const [u, v] = undistort(CAMERA.lens, pixelX, pixelY)
    const [dx, dy, dz] = [r[0] * u + r[3] * v + r[6], r[1] * u + r[4] * v + r[7], r[2] * u + r[5] * v + r[8]]
    const [slopeX, slopeY] = [dx / -dz, dy / -dz]
    const sideways = Math.max(0.35, Math.hypot(slopeX, slopeY))
    const [fine, coarse] = [(0.8 * cellSize) / sideways, (8 * cellSize) / sideways]
    let [x, y, cell] = [0, 0, 0]
    const go = (z: number): number => {
      x = c[0] + slopeX * (c[2] - z)
      y = c[1] + slopeY * (c[2] - z)
      const column = inside(Math.floor((x - west) / cellSize), width)
      const row = inside(Math.floor((north - y) / cellSize), height)
      cell = row * width + column
      return highest[Math.floor(row / SKIP) * across + Math.floor(column / SKIP)] ?? 0
    }
    /** Whether the ray is within something. It ends at a cell that may have swayed there. */
    const isHit = (z: number): boolean => {
      const own = cell
      const up = wind > 0 ? z - (ground[own] ?? 0) : 0
      if (up > 0 && kinds[own] !== roof) {
        const swayX = wind * up * Math.sin(2.1 * x + phase[2] + 3 * Math.sin(1.7 * y + phase[0]))
        const swayY = wind * up * Math.sin(2.3 * y + phase[1] + 3 * Math.sin(1.9 * x + phase[2]))
        const column = inside(Math.floor((x - swayX - west) / cellSize), width)
        const row = inside(Math.floor((north - y + swayY) / cellSize), height)
        cell = kinds[row * width + column] === roof ? own : row * width + column
      }
      return z <= (heights[cell] ?? 0) || z < bottom
    }
    let z = top
    for (;;) {
      const most = go(z)
      if (z > most) z = Math.max(z - coarse, most - 1e-5)
      else if (isHit(z)) break
      else z -= fine
    }
    // Where it went in, not where the step ended.
    let [within, above] = [z, z + fine]
    for (let round = 0; round < 5; round += 1) {
      const middle = (within + above) / 2
      go(middle)
      if (isHit(middle)) within = middle
      else above = middle
    }
    z = within
    go(z)
    isHit(z)
    if (kinds[cell] === water) return mirrored(x + 30 * slopeX, y + 30 * slopeY, { x, y })
    // Sides are dark.
    const bright = (heights[cell] ?? 0) - z > 0.015 ? 0.45 : 1
    return [
      (colours[cell * 3] ?? 0) * bright,
      (colours[cell * 3 + 1] ?? 0) * bright,
      (colours[cell * 3 + 2] ?? 0) * bright,
    ]
  }
}

function mirrored(skyX: number, skyY: number, { x, y }: { x: number; y: number }): Vector {
  const bright =
    110 +
    90 * (noise(skyX / 1.5, skyY / 1.5, 11) - 0.5) +
    60 * (noise(skyX / 0.4, skyY / 0.4, 12) - 0.5) +
    8 * (noise(x / 0.05, y / 0.05, 13) - 0.5)
  return [bright * 0.9, bright, bright * 1.1]
}

/** Of squares of cells and those around them, so that rays step over air. */
function highestAround(heights: Float32Array, width: number, [across, down]: readonly [number, number]): Float32Array {
  const own = new Float32Array(across * down)
  for (const [cell, height] of heights.entries()) {
    const at = Math.floor(Math.floor(cell / width) / SKIP) * across + Math.floor((cell % width) / SKIP)
    own[at] = Math.max(own[at] ?? 0, height)
  }
  return own.map((_, at) => {
    let most = 0
    for (let row = -1; row <= 1; row += 1)
      for (let column = -1; column <= 1; column += 1) {
        const [x, y] = [(at % across) + column, Math.floor(at / across) + row]
        if (x >= 0 && y >= 0 && x < across && y < down) most = Math.max(most, own[y * across + x] ?? 0)
      }
    return most + 0.02
  })
}

/** The direction of a pixel, step by step. */
function undistort({ focal, x, y, k1, k2, p1, p2 }: Lens, pixelX: number, pixelY: number): [number, number] {
  const [wantedU, wantedV] = [(pixelX - x) / focal, (pixelY - y) / focal]
  let [u, v] = [wantedU, wantedV]
  for (let round = 0; round < 6; round += 1) {
    const square = u * u + v * v
    const radial = 1 + square * (k1 + square * k2)
    const nextU = (wantedU - 2 * p1 * u * v - p2 * (square + 2 * u * u)) / radial
    v = (wantedV - p1 * (square + 2 * v * v) - 2 * p2 * u * v) / radial
    u = nextU
  }
  return [u, v]
}

function truthOf({ frame, heights, ground, kinds }: Scene): Field['truth'] {
  const width = Math.round((CORE.east - CORE.west) / CELL)
  const height = Math.round((CORE.north - CORE.south) / CELL)
  const truth = {
    width,
    height,
    surface: new Float32Array(width * height),
    ground: new Float32Array(width * height),
    kinds: new Uint8Array(width * height),
  }
  const around = Math.round(frame.around / FINE)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column
      const cell = (around + 2 * row) * frame.width + around + 2 * column
      const four = [cell, cell + 1, cell + frame.width, cell + frame.width + 1]
      const mean = (values: Float32Array) => four.reduce((sum, one) => sum + (values[one] ?? 0), 0) / 4
      truth.surface[at] = mean(heights)
      truth.ground[at] = mean(ground)
      truth.kinds[at] = kinds[cell] ?? 0
    }
  return truth
}
