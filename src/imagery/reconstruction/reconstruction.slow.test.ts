import { describe, expect, test } from 'vitest'
import type { Fix } from './adjust.ts'
import { gainsOf } from './exposure.ts'
import { countPhotos } from './footprint.ts'
import { layOutMaps } from './lay-out-maps.ts'
import { lowOf } from './low-band.ts'
import { type Camera, positionOf, type Reconstruction, scaleLens, type TiePoints } from './model.ts'
import { type Drawn, layOutOrthomosaic, type Picture, type Tile } from './orthomosaic.ts'
import { solveModel } from './solve-model.ts'
import { supportOf } from './support.ts'
import { makeSurface } from './surface.ts'
import {
  addWrongMatches,
  CAMERA,
  COLOUR_PER_METRE,
  colourOf,
  createRandom,
  GSD,
  losePlace,
  makeSyntheticFlight,
  takePhoto,
  terrain,
} from './testing/make-synthetic-flight.ts'

/** Of a usual receiver, in metres. */
const USUAL = { across: 1.5, up: 2 }
type Given = { isExact?: boolean; seed?: number; matched?: Reconstruction }

/** Of that, what differs between photos of one flight: a receiver drifts slowly. */
const DRIFT = 1 / 3

/** Positions off as a usual receiver's are, or exact ones; which of them it is, nobody says. */
function solve(
  truth: Reconstruction,
  photos = truth.views.length,
  { isExact = true, seed = 3, matched = losePlace(truth) }: Given = {},
) {
  const { normal } = createRandom(seed)
  const [east, north, up] = [USUAL.across * normal(), USUAL.across * normal(), USUAL.up * normal()]
  const off = (all: number, by: number): number => (isExact ? 0 : all + DRIFT * by * normal())
  const fixes = new Map(
    truth.views.map(({ name, centre: [x, y, z] }): [string, Fix] => [
      name,
      { at: [x + off(east, USUAL.across), y + off(north, USUAL.across), z + off(up, USUAL.up)], ...USUAL },
    ]),
  )
  const focals = new Map(truth.views.map(({ name, camera }) => [name, truth.cameras[camera]?.lens.focal ?? 1]))
  return solveModel([matched], { fixes, focals }, photos)
}

type Place = [x: number, y: number]

/** Where places of a model are in truth, apart from its shift, turn and size, which are as good as the positions are. */
function placeIn(truth: TiePoints, model: TiePoints): (place: Place) => Place {
  const known = new Map<string, number>(
    Array.from({ length: truth.count }, (_, point) => point).flatMap((point) =>
      Array.from(truth.views.subarray(truth.starts[point], truth.starts[point + 1]), (view, at) => {
        const observation = (truth.starts[point] ?? 0) + at
        return [`${view} ${truth.pixels[observation * 2]} ${truth.pixels[observation * 2 + 1]}`, point] as const
      }),
    ),
  )
  const pairs = Array.from({ length: model.count }, (_, point) => {
    const first = model.starts[point] ?? 0
    const same = known.get(`${model.views[first]} ${model.pixels[first * 2]} ${model.pixels[first * 2 + 1]}`) ?? -1
    return [positionOf(model, point), positionOf(truth, same)] as const
  })
  const mean = (of: (pair: (typeof pairs)[number]) => number): number =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const from: Place = [mean(([[x]]) => x), mean(([[, y]]) => y)]
  const to: Place = [mean(([, [x]]) => x), mean(([, [, y]]) => y)]
  const square = mean(([[x, y]]) => (x - from[0]) ** 2 + (y - from[1]) ** 2)
  const along = mean(([[x, y], [u, v]]) => (x - from[0]) * (u - to[0]) + (y - from[1]) * (v - to[1])) / square
  const turned = mean(([[x, y], [u, v]]) => (x - from[0]) * (v - to[1]) - (y - from[1]) * (u - to[0])) / square
  return ([x, y]) => [
    to[0] + along * (x - from[0]) - turned * (y - from[1]),
    to[1] + turned * (x - from[0]) + along * (y - from[1]),
  ]
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

function draw(model: Reconstruction, pictures: Picture[]) {
  const layout = layOutMaps(
    model,
    model.views.map(() => 1),
  )
  const gains = gainsOf(model.points, { ...model, smalls: pictures })
  const orthomosaic = layOutOrthomosaic({
    scene: {
      cameras: model.cameras,
      views: model.views,
      lows: pictures.map((picture, at) => lowOf(picture, gains.subarray(at * 3, at * 3 + 3))),
      ground: layout.ground,
      feather: 0.6,
      spread: 8,
    },
    surface: layout.surface,
    isCovered: layout.isCovered,
    gains,
    pixel: layout.pixel,
  })
  return { layout, orthomosaic }
}

type Layout = ReturnType<typeof layOutMaps>

/** How many pixels what is drawn lies from its place, at worst; `placeOf` is where places of the map are in truth. */
function errorsOf(
  { surface, isCovered, pixel }: Layout,
  drawn: readonly (readonly [Tile, Drawn])[],
  placeOf = (place: Place): Place => place,
) {
  const errors = { worst: 0, holes: 0, pixels: 0 }
  for (const [tile, { plain, blended }] of drawn)
    for (let at = 0; at < tile.width * tile.height; at += 1) {
      const x = surface.west + (tile.left + (at % tile.width) + 0.5) * pixel
      const y = surface.north - (tile.top + Math.floor(at / tile.width) + 0.5) * pixel
      const cell =
        Math.floor((surface.north - y) / surface.cell) * surface.width + Math.floor((x - surface.west) / surface.cell)
      if (plain[at * 4 + 3] !== 255) {
        errors.holes += isCovered[cell] ?? 0
        continue
      }
      errors.pixels += 1
      const place = placeOf([x, y])
      const colour = colourOf(place[0], place[1])
      for (const pixels of [blended, plain])
        for (const band of [0, 1] as const)
          errors.worst = Math.max(
            errors.worst,
            Math.abs((pixels[at * 4 + band] ?? 0) - colour[band]) / COLOUR_PER_METRE / GSD,
          )
    }
  return errors
}

/** As many to a photo as COLMAP finds in real ones. */
const POINTS = 4500

describe('a flight of which everything is known', () => {
  const truth = makeSyntheticFlight({ points: POINTS })
  const { solved, refusal } = solve(truth)
  if (!solved) throw new Error('There is no model')
  const pictures = truth.views.map((view) => takePhoto(CAMERA, view))
  const { layout, orthomosaic } = draw(solved.model, pictures)

  test('passes the gates, and the cameras are where they were', () => {
    expect(refusal).toBeNull()
    expect(solved.figures.registered).toBe(15)
    expect(solved.figures.reprojectionPixels).toBeLessThan(0.6)
    expect(solved.figures.lenses[0]?.differencePercent).toBeCloseTo(0, 0)
    for (const [at, { centre }] of solved.model.views.entries())
      for (const axis of [0, 1, 2] as const)
        expect(Math.abs(centre[axis] - (truth.views[at]?.centre[axis] ?? 0))).toBeLessThan(0.25)
  })

  test('everywhere on the map each pixel of both variants lies within 2 pixels of its place, and covered ground has no hole', () => {
    const { worst, holes, pixels } = errorsOf(
      layout,
      orthomosaic.tiles.map((tile) => [tile, orthomosaic.draw(tile, new Map(pictures.entries()))]),
    )
    expect(pixels).toBeGreaterThan(200_000)
    expect(holes).toBe(0)
    expect(worst).toBeLessThan(2)
  })

  test('each tile needs a few of the photos only, and what it says it needs is enough', () => {
    for (const tile of orthomosaic.tiles) {
      const needed = orthomosaic.viewsOf(tile)
      const some = new Map([...pictures.entries()].filter(([view]) => needed.includes(view)))
      expect(orthomosaic.draw(tile, some).plain).toEqual(orthomosaic.draw(tile, new Map(pictures.entries())).plain)
    }
  })

  test('heights have an NMAD under 3 pixels', () => {
    const { surface } = layout
    const off: number[] = []
    for (const [at, height] of surface.heights.entries()) {
      if (!layout.isCovered[at]) continue
      const x = surface.west + ((at % surface.width) + 0.5) * surface.cell
      const y = surface.north - (Math.floor(at / surface.width) + 0.5) * surface.cell
      off.push(height - terrain(x, y))
    }
    const middle = median(off)
    expect(off.length).toBeGreaterThan(1000)
    expect(1.4826 * median(off.map((value) => Math.abs(value - middle)))).toBeLessThan(3 * GSD)
    expect(Math.abs(middle)).toBeLessThan(3 * GSD)
  })

  test('the footprint is what two photos show, almost all of it between tie points', () => {
    const counts = countPhotos(solved.model, layout.surface)
    expect(layout.isCovered).toEqual(counts.map((count) => (count >= 2 ? 1 : 0)))
    expect(layout.continuedShare).toBeGreaterThan(0)
    expect(layout.continuedShare).toBeLessThan(0.1)
  })
})

test('with positions as they usually are, the map is shifted, turned and sized by them, but within 2.5 pixels everywhere in itself', () => {
  const truth = makeSyntheticFlight({ points: POINTS })
  const pictures = truth.views.map((view) => takePhoto(CAMERA, view))
  for (const seed of [3, 8]) {
    const { solved, refusal } = solve(truth, truth.views.length, { isExact: false, seed })
    expect(refusal).toBeNull()
    if (!solved) throw new Error('There is no model')
    const { layout, orthomosaic } = draw(solved.model, pictures)
    const drawn = orthomosaic.tiles.map((tile) => [tile, orthomosaic.draw(tile, new Map(pictures.entries()))] as const)
    const { worst, holes } = errorsOf(layout, drawn, placeIn(truth.points, solved.model.points))
    expect(holes).toBe(0)
    expect(worst).toBeLessThan(2.5)
  }
})

const cellAt = (x: number, y: number): number => (24 - y) * 25 + x

test('a gap that tie points enclose lies between them, but not what lies beyond, nor an island of a few', () => {
  const ring = Array.from({ length: 400 }, (_, at) => [at % 20, Math.floor(at / 20)] as const).filter(
    ([x, y]) => Math.hypot(x - 9.5, y - 9.5) > 5 && !(x > 12 && y > 15 && (x < 17 || y < 18)),
  )
  const positions = Float64Array.from(ring.flatMap(([x, y]) => [x + 2.5, y + 2.5, 100]))
  const none = { colours: new Uint8Array(), starts: new Uint32Array(), views: new Uint32Array() }
  const points = { ...none, count: ring.length, positions, pixels: new Float64Array() }
  const surface = makeSurface(points, { west: 0, north: 25, cell: 1, width: 25, height: 25 }, 2)
  const isSupported = supportOf(surface)
  expect([surface.isMeasured[cellAt(12, 12)], isSupported[cellAt(12, 12)]]).toEqual([0, 1])
  expect([surface.isMeasured[cellAt(20, 21)], isSupported[cellAt(20, 21)]]).toEqual([1, 0])
  expect([isSupported[cellAt(4, 4)], isSupported[cellAt(17, 20)], isSupported[cellAt(1, 12)]]).toEqual([1, 0, 0])
})

test('wrong matches move no camera', () => {
  const truth = makeSyntheticFlight({ points: POINTS })
  const right = solve(truth)
  const wrong = solve(truth, 15, { matched: addWrongMatches(losePlace(truth), 1 / 7) })
  expect(wrong.refusal).toBeNull()
  expect(wrong.solved?.figures).toEqual(right.solved?.figures)
})

test('photos of two sizes are two cameras with a lens each', () => {
  const small: Camera = { width: 320, height: 240, lens: scaleLens(CAMERA.lens, 0.8) }
  const { solved, refusal } = solve(makeSyntheticFlight({ cameras: [CAMERA, small] }))
  expect(refusal).toBeNull()
  expect(solved?.figures.lenses.map(({ photos }) => photos)).toEqual([8, 7])
  for (const { differencePercent } of solved?.figures.lenses ?? []) expect(Math.abs(differencePercent)).toBeLessThan(1)
})

test('photos of different brightness come out alike', () => {
  const truth = makeSyntheticFlight()
  const smalls = truth.views.map((_, at) => ({
    width: 8,
    height: 6,
    rgb: new Uint8Array(8 * 6 * 3).fill(at % 2 === 0 ? 100 : 140),
  }))
  const gains = gainsOf(truth.points, { ...truth, smalls })
  const seen = truth.views.map((_, at) => (at % 2 === 0 ? 100 : 140) * (gains[at * 3] ?? 0))
  expect(Math.max(...seen) / Math.min(...seen)).toBeLessThan(1.03)
})

test('photos that could hardly be joined are refused', () => {
  expect(solve(makeSyntheticFlight(), 30).refusal).toMatchObject({
    gate: 'not-joined',
    message: 'Only 15 of 30 photos (50 %) could be joined to one map; it takes 70 %.',
  })
})

test('nothing that could be joined is refused', () => {
  expect(solveModel([], { fixes: new Map(), focals: new Map() }, 4).refusal?.gate).toBe('no-overlap')
})
