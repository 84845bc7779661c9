import { describe, expect, test } from 'vitest'
import type { BandRole } from '#domain/maps.ts'
import { findTrait, TRAITS } from './catalogue.ts'
import { compile } from './program.ts'
import { type MapNumbers, type RadiometricState, radiometricStateOf } from './radiometric-state.ts'
import { whyNot } from './why-not.ts'

const PIXEL: Partial<Record<BandRole, number>> = { red: 80, green: 120, blue: 40 }
const LEAF: Partial<Record<BandRole, number>> = { red: 0.04, green: 0.1, blue: 0.03, redEdge: 0.3, nir: 0.5 }

function valueOf(id: string, pixel: Partial<Record<BandRole, number>>): number | undefined {
  const trait = findTrait(id)
  if (!trait) return undefined
  const program = compile([trait.expression])
  const out = new Float64Array(1)
  program.run(
    program.bands.map((band) => Float64Array.of(pixel[band] ?? Number.NaN)),
    [out],
  )
  return out[0]
}

// Worked out by hand from the formulas.
test.each([
  ['ExG', 0.5],
  ['ExR', -1 / 30],
  ['ExGR', 16 / 30],
  ['GCC', 0.5],
  ['RCC', 1 / 3],
  ['BCC', 1 / 6],
  ['NGRDI', 0.2],
  ['GLI', 1 / 3],
  ['VARI', 0.25],
  ['MGRVI', 8000 / 20_800],
  ['RGBVI', 11_200 / 17_600],
  ['NGBDI', 0.5],
  ['TGI', 6200],
  ['TGI_dn', 64.4],
  ['BGI', 1 / 3],
  ['SCI', -0.2],
  ['SI', 1 / 3],
  ['HI', 0],
  ['BI', Math.sqrt(22_400 / 3)],
  ['CIVE', -27.853],
  ['VEG', 120 / (80 ** 0.667 * 40 ** 0.333)],
  ['vNDVI', 0.5268 * 80 ** -0.1294 * 120 ** 0.3389 * 40 ** -0.3118],
  ['HUE_FR', Math.atan((-320 / 30.5) * 40)],
  ['hue', 90],
])('%s of red 80, green 120 and blue 40 is %f', (id, value) => {
  expect(valueOf(id, PIXEL)).toBeCloseTo(value, 9)
})

test.each([
  ['NDVI', 0.46 / 0.54],
  ['GNDVI', 0.4 / 0.6],
  ['NDRE', 0.25],
  ['BNDVI', 0.47 / 0.53],
  ['RENDVI', 0.26 / 0.34],
  ['SR', 12.5],
  ['DVI', 0.46],
  ['RDVI', 0.46 / Math.sqrt(0.54)],
  ['SAVI', 0.69 / 1.04],
  ['OSAVI', 0.46 / 0.7],
  ['MSAVI', 0.5 * (2 - Math.sqrt(0.32))],
  ['EVI', 1.15 / 1.515],
  ['EVI2', 1.15 / 1.596],
  ['CIgreen', 4],
  ['CIrededge', 2 / 3],
  ['CVI', 2],
  ['MCARI', 0.22 * 7.5],
  ['MCARI2', (1.5 * (1.15 - 0.52)) / Math.sqrt(4 - (3 - 5 * 0.2) - 0.5)],
  ['TCARI', 3 * (0.26 - 0.04 * 7.5)],
  ['MTCI', 0.2 / 0.26],
  ['PSRI', 0.01 / 0.3],
  ['ARI', 10 - 1 / 0.3],
  ['WDRVI', 0.01 / 0.09],
  ['NIRv', (0.46 / 0.54) * 0.5],
  ['NDWI', -0.4 / 0.6],
  ['CCCI', 0.25 / (0.46 / 0.54)],
])('%s of a leaf is %f', (id, value) => {
  expect(valueOf(id, LEAF)).toBeCloseTo(value, 9)
})

test('every trait has its own id', () => {
  expect(new Set(TRAITS.map(({ id }) => id)).size).toBe(TRAITS.length)
})

test.each(TRAITS.filter(({ id }) => id !== 'TGI'))('$id is inside of the range it states', ({ id, range, needs }) => {
  const value = valueOf(id, needs.some((band) => band === 'nir' || band === 'redEdge') ? LEAF : PIXEL)
  expect(value).toBeGreaterThanOrEqual(range[0])
  expect(value).toBeLessThanOrEqual(range[1])
})

test('what can not be computed is NaN: a divisor of nearly zero, no number, an infinite one', () => {
  const run = compile([
    ['/', 1, 'red'],
    ['sqrt', ['-', 0, 'green']],
    ['^', 'blue', -1],
  ])
  const out = [1, 2, 3].map(() => new Float64Array(3))
  run.run([Float64Array.of(1e-7, 2, Number.NaN), Float64Array.of(4, 0, 1), Float64Array.of(0, 4, 1)], out)
  expect(out.map((one) => [...one])).toEqual([
    [Number.NaN, 0.5, Number.NaN],
    [Number.NaN, 0, Number.NaN],
    [Number.NaN, 0.25, 1],
  ])
})

test('thousands of pixels are computed like one', () => {
  const length = 3000
  const [red, green] = [Float64Array.from({ length }, (_, at) => at), Float64Array.from({ length }, (_, at) => at * 3)]
  const program = compile([['/', ['-', 'green', 'red'], ['+', 'green', 'red']], 'green', 7])
  const out = [0, 1, 2].map(() => new Float64Array(length))
  program.run(
    program.bands.map((band) => (band === 'red' ? red : green)),
    out,
  )
  expect(out[0]?.subarray(1)).toEqual(new Float64Array(length - 1).fill(0.5))
  expect(out[1]).toEqual(green)
  expect(out[2]).toEqual(new Float64Array(length).fill(7))
})

const trait = (id: string) => findTrait(id) ?? { needs: [], presupposes: 'any' as const }
const FIVE: BandRole[] = ['blue', 'green', 'red', 'redEdge', 'nir']
const camera: RadiometricState = {
  isPicture: false,
  areBandsAssumed: false,
  isReflectance: null,
  isUpToOne: false,
  isUpTo255: false,
}
const photo = { ...camera, isPicture: true, isUpTo255: true }

describe('a trait is not offered, and the reason names a cure and who can', () => {
  test('without its bands', () => {
    const needs = 'It needs near infrared and red edge'
    expect(whyNot(trait('NDRE'), ['red', 'green', 'blue', 'alpha'], photo)).toBe(
      `${needs}. This map is of red, green and blue. Add a map of a camera that sees near infrared and red edge, or ask our team for one.`,
    )
    expect(whyNot(trait('NDRE'), ['red', 'green', 'blue', 'unknown'], camera)).toBe(
      `${needs}, and nobody has said yet which band of this map that is. Its customer or staff can name the bands under “Describe”.`,
    )
    expect(whyNot(trait('NDRE'), ['red', 'green', 'blue'], { ...camera, areBandsAssumed: true })).toMatch(
      /taken for red, green and blue\. If they are others, its customer or staff can state it/,
    )
  })
  test('without reflectance where it presupposes that', () => {
    expect(whyNot(trait('NDVI'), FIVE, camera)).toMatch(/nothing says that the numbers .* Its customer or staff can/)
    expect(whyNot(trait('NDVI'), FIVE, { ...camera, isReflectance: false })).toContain('those of the camera')
    expect(whyNot(trait('TGI'), FIVE, photo)).toContain('a photo of 8 bits. Add a map')
  })
  test('without the number that stands for a reflectance of 1, where that matters', () => {
    const state = { ...camera, isReflectance: true }
    expect(whyNot(trait('NDVI'), FIVE, state)).toBeUndefined()
    expect(whyNot(trait('SAVI'), FIVE, state)).toMatch(/stands for 1\. Its customer or staff can/)
    expect(whyNot(trait('SAVI'), FIVE, { ...state, isUpToOne: true })).toBeUndefined()
  })
  test('without numbers up to 255 where it is made for them', () => {
    expect(whyNot(trait('CIVE'), FIVE, camera)).toContain('0 to 255')
    expect(whyNot(trait('CIVE'), ['red', 'green', 'blue'], photo)).toBeUndefined()
    expect(whyNot(trait('ExG'), FIVE, camera)).toBeUndefined()
  })
})

const upTo = (high: number): MapNumbers['ranges'] =>
  [
    [0.01, high / 2],
    [0.1, high],
    [255, 255],
  ] as const

describe('the numbers of a map', () => {
  const map: MapNumbers = {
    isPicture: false,
    sampleType: 'uint16',
    bands: [
      { role: 'red', isScaled: false },
      { role: 'nir', isScaled: false },
      { role: 'alpha', isScaled: false },
    ],
    ranges: [
      [300, 2000],
      [2000, 4500],
      [255, 65_535],
    ],
    areBandsAssumed: false,
    reflectance: null,
    standsForOne: null,
  }
  const scaled = map.bands.map(({ role }) => ({ role, isScaled: role !== 'alpha' }))
  const unknown = { isReflectance: null, isUpToOne: false, isUpTo255: false }
  const known = { isReflectance: true, isUpToOne: true, isUpTo255: false }
  test.each([
    ['whole numbers are unknown', {}, unknown],
    [
      'of which staff say that they are reflectance have no known 1',
      { reflectance: true },
      { ...known, isUpToOne: false },
    ],
    [
      'with a number that stands for 1 are reflectance',
      { standsForOne: 10_000, bands: scaled, ranges: upTo(2.1) },
      known,
    ],
    ['scaled to fractions are reflectance', { bands: scaled, ranges: upTo(0.6) }, known],
    ['scaled to percent are unknown', { bands: scaled, ranges: upTo(60) }, unknown],
    ['fractions beside an alpha of 255 are reflectance', { sampleType: 'float32', ranges: upTo(0.6) }, known],
    [
      'fractions of the camera are not',
      { sampleType: 'float32', ranges: upTo(0.6), reflectance: false },
      { ...unknown, isReflectance: false },
    ],
    [
      'floats up to 255 count as a photo',
      { sampleType: 'float32', ranges: upTo(212) },
      { ...unknown, isUpTo255: true },
    ],
    ['floats up to 65535 don’t', { sampleType: 'float32', ranges: upTo(40_000) }, unknown],
    ['floats in percent don’t', { sampleType: 'float32', ranges: upTo(61) }, unknown],
    ['of 8 bits are up to 255', { sampleType: 'uint8', ranges: upTo(90) }, { ...unknown, isUpTo255: true }],
  ] as const)('%s', (_what, changes, state) => {
    expect(radiometricStateOf({ ...map, ...changes })).toMatchObject(state)
  })
})
