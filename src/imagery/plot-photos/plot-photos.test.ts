import { expect, test } from 'vitest'
import type { Position } from '../plots/polygon.ts'
import { type Camera, type Matrix, multiply, rotate, transpose, turnBy, type Vector } from '../reconstruction/model.ts'
import { createRandom } from '../reconstruction/testing/make-synthetic-flight.ts'
import { type CameraFile, cameraFileOf } from './camera-file.ts'
import { northOf, partAt, pixelOf, placeIn } from './frame.ts'
import { type PlotPhotos, photosOfPlot, type Showing } from './showing.ts'
import { partOf, straighten } from './straighten.ts'

const DOWN: Matrix = [1, 0, 0, 0, -1, 0, 0, 0, -1]
const [WIDTH, HEIGHT, FOCAL] = [400, 300, 320]
const CAMERA: Camera = {
  width: WIDTH,
  height: HEIGHT,
  lens: { focal: FOCAL, x: 203, y: 148, k1: -0.06, k2: 0.02, p1: 0.001, p2: -0.0007 },
}
const GROUND = 52
const [EAST, NORTH] = [0.06, -0.04]
const groundAt = (x: number, y: number) => GROUND + EAST * x + NORTH * y

/** Photos 20 m above sloping ground. */
function flightOf(centres: readonly Position[], tilts: readonly Vector[] = []): CameraFile {
  const [west, north, cell, side] = [-60, 60, 0.5, 240]
  const heights = Float32Array.from({ length: side * side }, (_, at) =>
    groundAt(west + ((at % side) + 0.5) * cell, north - (Math.floor(at / side) + 0.5) * cell),
  )
  return cameraFileOf({
    epsg: 32_630,
    origin: [0, 0],
    model: {
      cameras: [CAMERA],
      views: centres.map(([x, y], at) => ({
        name: `${at}`,
        camera: 0,
        rotation: multiply(DOWN, turnBy(tilts[at] ?? [0, 0, 0])),
        centre: [x, y, GROUND + 20],
      })),
    },
    photos: new Map(),
    surface: { west, north, cell, width: side, height: side, heights, isMeasured: new Uint8Array(side * side) },
  })
}

const rectangle = ([x, y]: Position, [long, short]: Position, bearing: number) => {
  const [c, s] = [Math.cos(bearing), Math.sin(bearing)]
  const corner = (a: number, b: number): Position => [x + a * c - b * s, y + a * s + b * c]
  const [a, b] = [long / 2, short / 2]
  return [[[corner(-a, -b), corner(a, -b), corner(a, b), corner(-a, b)]]]
}

const shown = (file: CameraFile, plot: ReturnType<typeof rectangle>): PlotPhotos => {
  const found = photosOfPlot(file, plot)
  if (!found) throw new Error('The plot is empty')
  return found
}

/** Colours of the ground at a place: waves of a metre and more. */
const colourAt = (x: number, y: number): Vector => [
  128 + 100 * Math.sin(x * 1.3),
  128 + 100 * Math.cos(y * 1.1),
  128 + 60 * Math.sin(x + y),
]

/** The photo itself: where the ray of each pixel meets the ground, by undoing the lens step by step. */
function photograph({ view, camera: { lens } }: Showing): Uint8Array {
  const back = transpose(view.rotation)
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [x, y] = [((at % WIDTH) + 0.5 - lens.x) / lens.focal, (Math.floor(at / WIDTH) + 0.5 - lens.y) / lens.focal]
    let [u, v] = [x, y]
    for (let turn = 0; turn < 30; turn += 1) {
      const square = u * u + v * v
      const radial = 1 + square * (lens.k1 + square * lens.k2)
      const [bentX, bentY] = [
        2 * lens.p1 * u * v + lens.p2 * (square + 2 * u * u),
        lens.p1 * (square + 2 * v * v) + 2 * lens.p2 * u * v,
      ]
      ;[u, v] = [(x - bentX) / radial, (y - bentY) / radial]
    }
    const [dx, dy, dz] = rotate(back, [u, v, 1])
    const [cx, cy, cz] = view.centre
    const far = (groundAt(cx, cy) - cz) / (dz - EAST * dx - NORTH * dy)
    rgb.set(colourAt(cx + far * dx, cy + far * dy).map(Math.round), at * 3)
  }
  return rgb
}

test('a plot is cut out of each photo straight and in its place, whatever the tilt, the lens and the slope', () => {
  const random = createRandom(7)
  const between = (low: number, high: number) => low + (high - low) * random.uniform()
  for (let turn = 0; turn < 12; turn += 1) {
    const tilt: Vector = [between(-0.25, 0.25), between(-0.25, 0.25), between(-3, 3)]
    const file = flightOf([[between(-3, 3), between(-3, 3)]], [tilt])
    const { frame, plane, showing } = shown(
      file,
      rectangle([between(-1, 1), between(-1, 1)], [between(2, 4), between(1, 2)], between(-2, 2)),
    )
    const [photo] = showing
    if (!photo?.isWhole) throw new Error('The photo does not show the plot')
    const part = partOf({ ...photo, plane }, frame)
    if (!part) throw new Error('The photo does not show the frame')
    const whole = photograph(photo)
    const rgb = Uint8Array.from({ length: part.width * part.height * 3 }, (_, at) => {
      const [column, row] = [Math.floor(at / 3) % part.width, Math.floor(at / 3 / part.width)]
      return whole[((part.top + row) * WIDTH + part.left + column) * 3 + (at % 3)] ?? 0
    })
    const made = straighten({ ...photo, plane }, { part, width: part.width, height: part.height, rgb }, frame)
    const worst = Math.max(
      ...made.map((value, at) => {
        const [column, row] = [Math.floor(at / 3) % frame.width, Math.floor(at / 3 / frame.width)]
        const [x, y] = placeIn(frame, column + 0.5, row + 0.5)
        return Math.abs(value - (colourAt(x, y)[at % 3] ?? 0))
      }),
    )
    expect(worst).toBeLessThan(3)
  }
})

test('the long side of a plot lies across, the side nearer to north is above, and north is said', () => {
  const file = flightOf([[0, 0]])
  for (const [bearing, north] of [
    [0, 0],
    [0.5, 0.5],
    [Math.PI - 0.5, -0.5],
    [-0.5, -0.5],
  ] as const) {
    const plot = rectangle([1, 2], [4, 1], bearing)
    const { frame } = shown(file, plot)
    expect((northOf(frame) / 180) * Math.PI).toBeCloseTo(north, 6)
    expect(frame.width * pixelOf(frame)).toBeCloseTo(4.5, 0)
    expect(frame.height * pixelOf(frame)).toBeCloseTo(1.5, 0)
    const places = (plot[0]?.[0] ?? []).map((point) => partAt(frame, point).map((part) => Math.round(part * 18)))
    expect(places.map(String).toSorted()).toEqual(['1,15', '1,3', '17,15', '17,3'])
  }
})

test('photos that show the middle are listed, those that look straightest down first, and which show only a part is said', () => {
  const file = flightOf([
    [10, 0],
    [30, 0],
    [1, 0],
    [-6, 2],
  ])
  const { showing, plane } = shown(file, rectangle([0, 0], [8, 2], 0))
  expect(showing.map(({ view }) => view.name)).toEqual(['2', '3', '0'])
  expect(showing.map(({ isWhole }) => isWhole)).toEqual([true, true, false])
  expect(showing[0]?.degrees).toBeCloseTo((Math.atan2(1, 20) * 180) / Math.PI, 1)
  expect([plane.z, plane.alongX, plane.alongY].map((one) => Number(one.toFixed(2)))).toEqual([GROUND, EAST, NORTH])
})

test('the file names photos as the archive does, with lenses in pixels of the photos as they were taken', () => {
  const view = { name: 'a.jpg', camera: 0, rotation: DOWN, centre: [0, 0, 0] satisfies Vector }
  const size = { west: 0, north: 900, cell: 1, width: 900, height: 450 }
  const heights = Float32Array.from({ length: 900 * 450 }, (_, at) => at % 900)
  const file = cameraFileOf({
    epsg: 32_630,
    origin: [500_000, 5_000_000],
    model: { cameras: [CAMERA], views: [view] },
    photos: new Map([['a.jpg', { name: 'flight 1/DJI_0001.JPG', scale: 2.5 }]]),
    surface: { ...size, heights, isMeasured: new Uint8Array(900 * 450) },
  })
  expect(file.photos).toEqual([{ ...view, name: 'flight 1/DJI_0001.JPG' }])
  expect(file.cameras).toEqual([
    { width: 1000, height: 750, lens: { ...CAMERA.lens, focal: FOCAL * 2.5, x: 203 * 2.5, y: 370 } },
  ])
  const { ground } = file
  expect([ground.width, ground.height, ground.cell]).toEqual([180, 90, 5])
  expect(ground.heights.slice(0, 3)).toEqual([2, 7, 12])
})
