// The ground of a made field: furrowed soil, plots of plants made of tilted leaves, a gabled roof, a cloth without texture, stripes, a
// puddle; lit by the sun, with shadows.
import type { Vector } from '../../reconstruction/model.ts'
import { createRandom } from '../../reconstruction/testing/make-synthetic-flight.ts'

export const [SOIL, PLANT, ROOF, CLOTH, STRIPES, WATER] = [0, 1, 2, 3, 4, 5]

export type Box = { west: number; south: number; east: number; north: number }
export type FieldPlot = Box & { height: number }

/** Where heights are known, in metres. */
export const CORE: Box = { west: 0, south: 0, east: 7.68, north: 8.16 }
export const CELL = 0.015
export const FINE = CELL / 2
/** Fine cells, so many metres around the core. */
export type Frame = { around: number; west: number; north: number; width: number; height: number }
const frameOf = (around: number): Frame => ({
  around,
  west: CORE.west - around,
  north: CORE.north + around,
  width: Math.round((CORE.east - CORE.west + 2 * around) / FINE),
  height: Math.round((CORE.north - CORE.south + 2 * around) / FINE),
})
const [COLUMNS, ROWS] = [4, 5]
const [PITCH_X, PITCH_Y, PLOT_X, PLOT_Y] = [1.9, 1.62, 1.5, 1.2]
export const BASE = 100

const boxOf = (column: number, row: number): Box => ({
  west: 0.25 + PITCH_X * column,
  south: 0.25 + PITCH_Y * row,
  east: 0.25 + PITCH_X * column + PLOT_X,
  north: 0.25 + PITCH_Y * row + PLOT_Y,
})
const isIn = ({ west, south, east, north }: Box, x: number, y: number): boolean =>
  x > west && x < east && y > south && y < north
/** By column and row, in place of plots. */
const [CLOTH_BOX, WATER_BOX, STRIPES_BOX] = [boxOf(0, 4), boxOf(3, 4), boxOf(3, 0)]
const ROOF_BOX: Box = { west: 2.15, south: 3.5, east: 5.15, north: 4.7 }

export type Random = () => number
export const randomOf = (seed: number): Random => createRandom((seed * 2_654_435_761 + 12_345) >>> 0).uniform
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function hash(x: number, y: number, kind: number): number {
  let mixed = (Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(kind, 2_246_822_519)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return ((mixed ^ (mixed >>> 16)) & 0xff_ffff) / 2 ** 24
}

const smooth = (part: number): number => part * part * (3 - 2 * part)

/** From 0 to 1, smooth over a unit. */
export function noise(x: number, y: number, kind: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [a, b] = [smooth(x - i), smooth(y - j)]
  const upper = hash(i, j, kind) * (1 - a) + hash(i + 1, j, kind) * a
  const lower = hash(i, j + 1, kind) * (1 - a) + hash(i + 1, j + 1, kind) * a
  return upper * (1 - b) + lower * b
}

export type Scene = {
  frame: Frame
  heights: Float32Array
  ground: Float32Array
  kinds: Uint8Array
  colours: Float32Array
  groundAt: (x: number, y: number) => number
  plots: FieldPlot[]
}

/** Without light. */
type Making = { seed: number; slope: number; around: number }

export function makeScene(random: Random, { seed, slope, around }: Making): Scene {
  const groundAt = (x: number, y: number): number =>
    BASE +
    0.12 * Math.sin(x / 5 + seed) +
    0.08 * Math.cos(y / 4) +
    slope * x +
    0.012 * Math.sin((2 * Math.PI * x) / 0.75) +
    0.02 * (noise(x / 0.1, y / 0.1, seed) - 0.5) +
    0.008 * (noise(x / 0.03, y / 0.03, seed + 1) - 0.5)
  const frame = frameOf(around)
  const size = frame.width * frame.height
  const scene: Scene = {
    frame,
    heights: new Float32Array(size),
    ground: new Float32Array(size),
    kinds: new Uint8Array(size),
    colours: new Float32Array(size * 3),
    groundAt,
    plots: [],
  }
  forEachCell(frame, (x, y, cell) => {
    scene.ground[cell] = groundAt(x, y)
    scene.heights[cell] = groundAt(x, y)
    const bright =
      105 +
      46 * (noise(x / 0.022, y / 0.022, 3) - 0.5) +
      34 * (noise(x / 0.05, y / 0.05, 4) - 0.5) +
      24 * (noise(x / 0.4, y / 0.4, 5) - 0.5)
    paint(scene, cell, [bright * 1.12, bright * 0.95, bright * 0.76])
  })
  const [left, below] = [Math.ceil(around / PITCH_X), Math.ceil(around / PITCH_Y)]
  for (let row = -below; row < ROWS + below; row += 1)
    for (let column = -left; column < COLUMNS + left; column += 1) {
      const box = boxOf(column, row)
      const isTaken = [CLOTH_BOX, WATER_BOX, STRIPES_BOX, ROOF_BOX].some(
        (other) => box.west < other.east && box.east > other.west && box.south < other.north && box.north > other.south,
      )
      if (isTaken) continue
      const height = 0.1 + 0.1 * (((column + 26) * 7 + (row + 23) * 5 + seed) % 10)
      grow(scene, random, { ...box, height, apart: (column + 2 * row + 80) % 3 === 0 ? 0.22 : 0.11 })
      if (row >= 0 && row < ROWS && column >= 0 && column < COLUMNS) scene.plots.push({ ...box, height })
    }
  place(scene)
  return scene
}

function forEachCell({ west, north, width, height }: Frame, visit: (x: number, y: number, cell: number) => void): void {
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      visit(west + (column + 0.5) * FINE, north - (row + 0.5) * FINE, row * width + column)
}

function paint({ colours }: Scene, cell: number, rgb: readonly number[]): void {
  for (const [band, value] of rgb.entries()) colours[cell * 3 + band] = Math.min(255, value)
}

/** Four rows of plants, so far apart in a row. */
function grow(
  scene: Scene,
  random: Random,
  { west, south, north, height, apart }: FieldPlot & { apart: number },
): void {
  for (let row = 0; row < 4; row += 1)
    for (let y = south + 0.05; y < north - 0.05; y += apart * (0.8 + 0.4 * random())) {
      const x = west + 0.1875 + 0.375 * row + 0.015 * normal(random)
      const own = height * (0.85 + 0.25 * random())
      const radius = Math.min(0.21, 0.09 + 0.13 * height)
      for (let leaf = 0; leaf < 8 + 14 * height; leaf += 1) {
        const away = radius * Math.sqrt(random())
        const turn = 2 * Math.PI * random()
        const [leafX, leafY] = [x + away * Math.cos(turn), y + away * Math.sin(turn)]
        const up = own * (1 - 0.55 * random() * random() - 0.35 * (away / radius) ** 2)
        const length = (0.025 + 0.035 * random()) * (0.6 + 0.5 * height)
        drawLeaf(scene, {
          x: leafX,
          y: leafY,
          z: scene.groundAt(leafX, leafY) + up,
          length,
          width: length * (0.5 + 0.3 * random()),
          turn: 2 * Math.PI * random(),
          tiltX: 0.5 * normal(random),
          tiltY: 0.5 * normal(random),
          bright: 0.75 + 0.5 * random(),
        })
      }
    }
}

type Leaf = {
  x: number
  y: number
  z: number
  length: number
  width: number
  turn: number
  tiltX: number
  tiltY: number
  bright: number
}

function drawLeaf(scene: Scene, { x, y, z, length, width, turn, tiltX, tiltY, bright }: Leaf): void {
  const { frame } = scene
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const [left, right] = [Math.floor((x - length - frame.west) / FINE), Math.floor((x + length - frame.west) / FINE)]
  const [top, bottom] = [Math.floor((frame.north - y - length) / FINE), Math.floor((frame.north - y + length) / FINE)]
  for (let row = Math.max(0, top); row <= Math.min(frame.height - 1, bottom); row += 1)
    for (let column = Math.max(0, left); column <= Math.min(frame.width - 1, right); column += 1) {
      const [dx, dy] = [frame.west + (column + 0.5) * FINE - x, frame.north - (row + 0.5) * FINE - y]
      const [along, across] = [(cos * dx + sin * dy) / length, (cos * dy - sin * dx) / width]
      if (along * along + across * across > 1) continue
      const height = z + tiltX * dx + tiltY * dy - 0.3 * width * across * across
      const cell = row * frame.width + column
      if (height <= (scene.heights[cell] ?? 0)) continue
      scene.heights[cell] = height
      scene.kinds[cell] = PLANT
      const rib = Math.abs(across) < 0.12 ? 18 : 0
      const look = bright * (0.8 + 0.35 * noise(dx / 0.012 + x * 91, dy / 0.012 + y * 57, 5))
      const tone = 70 + 60 * noise(x * 13, y * 13, 6)
      paint(scene, cell, [(0.62 * tone + rib) * look, (1.15 * tone + rib) * look, (0.42 * tone + rib * 0.5) * look])
    }
}

function place(scene: Scene): void {
  const { heights, ground, kinds, groundAt } = scene
  const levelOf = ({ west, south, east, north }: Box): number => groundAt((west + east) / 2, (south + north) / 2)
  const flat = (cell: number, height: number, kind: number): void => {
    heights[cell] = height
    ground[cell] = height
    kinds[cell] = kind
  }
  forEachCell(scene.frame, (x, y, cell) => {
    if (isIn(ROOF_BOX, x, y)) {
      const middle = (ROOF_BOX.south + ROOF_BOX.north) / 2
      heights[cell] = levelOf(ROOF_BOX) + 1.4 + 0.5 * (1 - Math.abs(y - middle) / (middle - ROOF_BOX.south))
      kinds[cell] = ROOF
      const bright = 120 + 50 * (noise(x / 0.06, y / 0.04, 7) - 0.5) + 60 * (noise(x / 0.02, y / 0.02, 8) - 0.5)
      paint(scene, cell, [bright * 1.2, bright * 0.75, bright * 0.62])
    } else if (isIn(CLOTH_BOX, x, y)) {
      flat(cell, levelOf(CLOTH_BOX) + 0.02 * (x - CLOTH_BOX.west), CLOTH)
      paint(scene, cell, [45, 45, 45])
    } else if (isIn(STRIPES_BOX, x, y)) {
      flat(cell, levelOf(STRIPES_BOX) + 0.05, STRIPES)
      const bright = (x - STRIPES_BOX.west) % 0.09 < 0.045 ? 200 : 70
      paint(scene, cell, [bright, bright, bright])
    } else if (isIn(WATER_BOX, x, y)) flat(cell, levelOf(WATER_BOX) - 0.05, WATER)
  })
}

const SUN: Vector = [Math.cos(0.87) * Math.sin(2.3), Math.cos(0.87) * Math.cos(2.3), Math.sin(0.87)]

/** Lambert, and cast shadows; four cells alike, as light is softer than these cells are small. */
export function light({ frame, heights, kinds, colours }: Scene): void {
  const across = frame.width
  const top = heights.reduce((most, one) => Math.max(most, one), 0)
  forEachCell(frame, (x, y, cell) => {
    if (kinds[cell] === WATER || cell % 2 === 1 || Math.floor(cell / across) % 2 === 1) return
    const own = heights[cell] ?? 0
    const east = steep(((heights[cell + 1] ?? own) - own) / FINE)
    const up = steep((own - (heights[cell + across] ?? own)) / FINE)
    const facing = (SUN[2] - east * SUN[0] - up * SUN[1]) / Math.sqrt(1 + east * east + up * up)
    const bright = isShaded({ frame, heights }, { x, y, z: own + 0.004, top })
      ? 0.42
      : 0.45 + 0.72 * Math.max(0, facing)
    for (const one of [cell, cell + 1, cell + across, cell + across + 1])
      for (let band = 0; band < 3; band += 1)
        colours[one * 3 + band] = Math.min(250, (colours[one * 3 + band] ?? 0) * bright)
  })
}

const steep = (slope: number): number => (Math.abs(slope) > 1.5 ? 0 : slope)

function isShaded(
  { frame: { west, north, width, height }, heights }: Pick<Scene, 'frame' | 'heights'>,
  { x, y, z, top }: { x: number; y: number; z: number; top: number },
): boolean {
  const step = 2 * FINE
  for (let way = step; z + way * SUN[2] < top && way < 3; way += step) {
    const column = Math.floor((x + way * SUN[0] - west) / FINE)
    const row = Math.floor((north - y - way * SUN[1]) / FINE)
    if (column < 0 || row < 0 || column >= width || row >= height) return false
    if ((heights[row * width + column] ?? 0) > z + way * SUN[2]) return true
  }
  return false
}
