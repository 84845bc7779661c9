import { describe, expect, test } from 'vitest'
import type { Fix } from './adjust.ts'
import { gainsOf } from './exposure.ts'
import { countPhotos } from './footprint.ts'
import { layOutMaps } from './lay-out-maps.ts'
import { lowOf } from './low-band.ts'
import { type Camera, type Reconstruction, scaleLens } from './model.ts'
import { layOutOrthomosaic, type Picture } from './orthomosaic.ts'
import { solveModel } from './solve-model.ts'
import {
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

/** Positions of a receiver that is off by 1 cm. */
function solve(truth: Reconstruction, photos = truth.views.length) {
  const { normal } = createRandom(3)
  const fixes = new Map(
    truth.views.map(({ name, centre }): [string, Fix] => [
      name,
      {
        at: [centre[0] + 0.01 * normal(), centre[1] + 0.01 * normal(), centre[2] + 0.01 * normal()],
        across: 0.01,
        up: 0.01,
      },
    ]),
  )
  const focals = new Map(truth.views.map(({ name, camera }) => [name, truth.cameras[camera]?.lens.focal ?? 1]))
  return solveModel([losePlace(truth)], { fixes, focals }, photos)
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

describe('a flight of which everything is known', () => {
  const truth = makeSyntheticFlight()
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

  test('between tie points each pixel of both variants lies within 2 pixels of its place, and covered ground has no hole', () => {
    const all = new Map(pictures.entries())
    const pixel = GSD * COLOUR_PER_METRE
    const [worst, counts] = [
      { between: 0, outside: 0 },
      { holes: 0, pixels: 0 },
    ]
    for (const tile of orthomosaic.tiles) {
      const drawn = orthomosaic.draw(tile, all)
      for (let at = 0; at < tile.width * tile.height; at += 1) {
        const x = layout.surface.west + (tile.left + (at % tile.width) + 0.5) * layout.pixel
        const y = layout.surface.north - (tile.top + Math.floor(at / tile.width) + 0.5) * layout.pixel
        const cell =
          Math.floor((layout.surface.north - y) / layout.surface.cell) * layout.surface.width +
          Math.floor((x - layout.surface.west) / layout.surface.cell)
        if (drawn.plain[at * 4 + 3] !== 255) {
          counts.holes += layout.isCovered[cell] ?? 0
          continue
        }
        counts.pixels += 1
        const where = layout.surface.isMeasured[cell] ? 'between' : 'outside'
        for (const pixels of [drawn.blended, drawn.plain])
          for (const band of [0, 1] as const)
            worst[where] = Math.max(worst[where], Math.abs((pixels[at * 4 + band] ?? 0) - colourOf(x, y)[band]))
      }
    }
    expect(counts.pixels).toBeGreaterThan(100_000)
    expect(counts.holes).toBe(0)
    expect(worst.between).toBeLessThan(2 * pixel)
    // Where two photos at the edge have no tie points, heights are continued.
    expect(worst.outside).toBeLessThan(6 * pixel)
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
      if (!surface.isMeasured[at]) continue
      const x = surface.west + ((at % surface.width) + 0.5) * surface.cell
      const y = surface.north - (Math.floor(at / surface.width) + 0.5) * surface.cell
      off.push(height - terrain(x, y))
    }
    const middle = median(off)
    expect(off.length).toBeGreaterThan(1000)
    expect(1.4826 * median(off.map((value) => Math.abs(value - middle)))).toBeLessThan(3 * GSD)
    expect(Math.abs(middle)).toBeLessThan(3 * GSD)
  })

  test('the footprint is what two photos show, not the hull of the points', () => {
    const counts = countPhotos(solved.model, layout.surface)
    expect(layout.isCovered).toEqual(counts.map((count) => (count >= 2 ? 1 : 0)))
  })
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
