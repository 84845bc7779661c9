import { beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { differencesOfHalves, noiseOf } from './noise.ts'
import { type SurfaceTile, surfaceTile } from './surface-tile.ts'
import { terrainOf } from './terrain.ts'
import { CELL, CLOTH, CORE, ROOF, SOIL, WATER } from './testing/field-scene.ts'
import { type Field, makeField } from './testing/make-field.ts'
import {
  errorsOf,
  errorsOfPlots,
  errorsOfTerrain,
  judgePlots,
  median,
  nmad,
  refusedShare,
  soilOf,
} from './testing/measure-surface.ts'
import { openKernel } from './testing/open-kernel.ts'
import { photoInMemory } from './testing/photos-in-memory.ts'

const kernel = await openKernel()

const taskOf = ({ photos, camera, truth }: Field, cells = 1) => ({
  grid: {
    west: CORE.west,
    north: CORE.north,
    cell: CELL * cells,
    width: truth.width / cells,
    height: truth.height / cells,
  },
  photos: photos.map(({ view, grey }) => photoInMemory(camera, view, grey)),
  gsd: CELL,
  rangeOf: () => [99, 103] as const,
})
function surfaceOf(field: Field): SurfaceTile {
  const { width, height } = field.truth
  return surfaceTile(kernel, taskOf(field), { left: 0, top: 0, width, height })
}

const centimetres = (metres: number): number => metres * 100

describe('of a made field whose heights are known, in calm air', () => {
  let field: Field
  let surface: SurfaceTile
  beforeAll(() => {
    field = makeField()
    surface = surfaceOf(field)
  }, minutes(6))

  test('open soil lies where it is', () => {
    const errors = errorsOf(surface, field, SOIL)
    expect(Math.abs(centimetres(median(errors)))).toBeLessThan(0.5)
    expect(centimetres(nmad(errors))).toBeLessThan(2)
  })

  test('so does the roof', () => {
    const errors = errorsOf(surface, field, ROOF)
    expect(errors.filter((one) => Math.abs(one) < 0.05).length / errors.length).toBeGreaterThan(0.95)
  })

  test('plots have the height of their plants', () => {
    const plots = errorsOfPlots(judgePlots(surface, field))
    expect(plots.refused).toBeLessThan(0.1)
    expect(Math.abs(centimetres(plots.mean))).toBeLessThan(2.5)
    expect(centimetres(plots.deviation)).toBeLessThan(2)
    expect(centimetres(plots.worst)).toBeLessThan(6.5)
    expect(plots.correlation).toBeGreaterThan(0.995)
  })

  test('water and a cloth without texture have no height', () => {
    expect(refusedShare(surface, field, WATER)).toBeGreaterThan(0.9)
    expect(refusedShare(surface, field, CLOTH)).toBeGreaterThan(0.9)
  })

  test('the terrain is the ground, also below plants', () => {
    const errors = errorsOfTerrain(terrainOf(soilOf(surface, field)), field)
    expect(errors.length).toBeGreaterThan(400)
    expect(Math.abs(centimetres(median(errors)))).toBeLessThan(1.5)
    expect(centimetres(nmad(errors))).toBeLessThan(2)
    expect(centimetres(Math.max(...errors.map(Math.abs)))).toBeLessThan(8)
  })

  test('its noise, told without the truth, is not far from its errors', () => {
    const { width, height } = field.truth
    const noise = noiseOf(differencesOfHalves(kernel, taskOf(field), { left: 0, top: 0, width, height })) ?? Number.NaN
    expect(noise).toBeGreaterThan(nmad(errorsOf(surface, field, SOIL)))
    expect(centimetres(noise)).toBeLessThan(2)
  })

  test('a tile is as the same cells of a larger one', () => {
    const tile = { left: 128, top: 128, width: 256, height: 256 }
    const part = surfaceTile(kernel, taskOf(field), tile)
    const cells = [...part.confidence.keys()]
    const wholeAt = (at: number) =>
      (tile.top + Math.floor(at / tile.width)) * field.truth.width + tile.left + (at % tile.width)
    const differs = cells.filter((at) => !Object.is(part.heights[at], surface.heights[wholeAt(at)]))
    expect(differs.length / cells.length).toBeLessThan(0.0001)
  })
})

test(
  'in wind, plots that keep a height have the right one',
  () => {
    const field = makeField({ seed: 3, wind: 0.03 })
    const plots = errorsOfPlots(judgePlots(surfaceOf(field), field))
    expect(plots.refused).toBeLessThan(0.35)
    expect(Math.abs(centimetres(plots.mean))).toBeLessThan(2.5)
    expect(centimetres(plots.deviation)).toBeLessThan(2)
    expect(centimetres(plots.worst)).toBeLessThan(6.5)
  },
  minutes(6),
)
