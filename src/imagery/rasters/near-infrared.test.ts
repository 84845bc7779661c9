import { expect, test } from 'vitest'
import type { BandRole } from '#domain/maps.ts'
import { looksNearInfrared } from './near-infrared.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** A field of rows: plants of one colour on soil of another, each pixel a little off. */
function fieldOf(plants: Colour, soil: Colour, { share = 0.5, pixels = 4000 } = {}): number[] {
  return Array.from({ length: pixels }, (_, at) => {
    const colour = (at * 0.618) % 1 < share ? plants : soil
    const off = Math.round(6 * Math.sin(at * 12.9))
    return colour.map((value) => value + off)
  }).flat()
}
const RGB: BandRole[] = ['red', 'green', 'blue']
const looksSo = (numbers: readonly number[], { roles = RGB, isPicture = true, top = 255 } = {}): boolean =>
  looksNearInfrared(
    { samples: isPicture ? Uint8Array.from(numbers) : Float32Array.from(numbers), nodata: undefined, mask: undefined },
    { isPicture, bands: roles.map((role) => ({ role, name: '' })), ranges: roles.map(() => [0, top]) },
  )

const CONVERTED = fieldOf([165, 110, 150], [150, 120, 135])

test('a map of a converted camera is found: plants are red or purple, and soil is pink', () => {
  expect(looksSo(CONVERTED)).toBe(true)
})

test.each<[string, Colour, Colour]>([
  ['a green crop on brown soil', [90, 130, 70], [130, 105, 85]],
  ['bare red soil', [170, 95, 70], [150, 85, 60]],
  ['bare reddish grey soil', [150, 125, 118], [140, 118, 112]],
  ['straw', [200, 180, 130], [170, 150, 110]],
  ['snow and roads', [230, 230, 232], [120, 120, 121]],
  ['water', [40, 80, 110], [50, 90, 115]],
])('%s is none', (_, plants, soil) => {
  expect(looksSo(fieldOf(plants, soil))).toBe(false)
})

test('what lies around a map, black or white, says nothing', () => {
  const blank = Array.from({ length: 3 * 4000 }, (_, at) => (at < 6000 ? 0 : 255))
  expect(looksSo([...blank, ...CONVERTED])).toBe(true)
  expect(looksSo(blank)).toBe(false)
})

test('pixels that a mask or an alpha hides are not counted', () => {
  const green = fieldOf([90, 130, 70], [90, 130, 70])
  const samples = Uint8Array.from([...green, ...CONVERTED])
  const mask = Uint8Array.from({ length: 8000 }, (_, at) => (at < 4000 ? 0 : 255))
  const facts = { isPicture: true, bands: RGB.map((role) => ({ role, name: '' })), ranges: [] }
  expect(looksNearInfrared({ samples, nodata: undefined, mask }, facts)).toBe(true)
  const withAlpha = Array.from(samples).flatMap((value, at) =>
    at % 3 === 2 ? [value, at < 12_000 ? 0 : 255] : [value],
  )
  expect(looksSo(withAlpha, { roles: [...RGB, 'alpha'], isPicture: false })).toBe(true)
})

test('numbers count by the brightest of the three bands; a map that names its near infrared is right', () => {
  const reflectance = CONVERTED.map((value) => value / 400)
  expect(looksSo(reflectance, { isPicture: false, top: 0.45 })).toBe(true)
  const four = reflectance.flatMap((value, at) => (at % 3 === 2 ? [value, 0.5] : [value]))
  expect(looksSo(four, { isPicture: false, top: 0.45, roles: [...RGB, 'nir'] })).toBe(false)
  expect(looksSo(reflectance, { isPicture: false, top: 0.45, roles: ['nir', 'green', 'blue'] })).toBe(false)
})
