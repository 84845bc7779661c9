import { expect, test } from 'vitest'
import { RAMPS, type Ramp, type Rgb, rampColour } from './ramps.ts'

// Machado, Oliveira and Fernandes 2009, for people without one kind of cone; in linear light.
const SIGHTS = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const

const linear = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const times = (rows: readonly (readonly number[])[], [a, b, c]: readonly number[]) =>
  rows.map(([x = 0, y = 0, z = 0]) => x * (a ?? 0) + y * (b ?? 0) + z * (c ?? 0))

/** CIELAB under D65. */
function lab(colour: Rgb, sight: keyof typeof SIGHTS): [number, number, number] {
  const seen = times(SIGHTS[sight], colour.map(linear)).map((part) => Math.min(1, Math.max(0, part)))
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    seen,
  )
  const [x = 0, y = 0, z = 0] = [0.95047, 1, 1.08883].map((white, at) => {
    const part = (xyz[at] ?? 0) / white
    return part > 216 / 24_389 ? Math.cbrt(part) : (24_389 / 27) * (part / 116) + 16 / 116
  })
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))

const STEPS = 100
const coloursOf = (ramp: Ramp, sight: keyof typeof SIGHTS) =>
  Array.from({ length: STEPS + 1 }, (_, at) => lab(rampColour(ramp, at / STEPS), sight))

/** Of colours that are at least a quarter of the ramp apart. */
function least(ramp: Ramp, sight: keyof typeof SIGHTS): number {
  const colours = coloursOf(ramp, sight)
  return Math.min(...colours.flatMap((one, at) => colours.slice(at + STEPS / 4).map((other) => distance(one, other))))
}

const { change, names, ...SEQUENTIAL } = RAMPS

test.each(Object.entries(SEQUENTIAL))('%s can be read with and without all kinds of cones, and in grey', (_, ramp) => {
  const lightness = coloursOf(ramp, 'all').map(([light]) => light)
  const isUp = (lightness[0] ?? 0) < (lightness.at(-1) ?? 0)
  expect(lightness.slice(1).every((light, at) => light > (lightness[at] ?? 0) === isUp)).toBe(true)
  for (const sight of ['all', 'protanopia', 'deuteranopia'] as const) expect(least(ramp, sight)).toBeGreaterThan(13)
})

test('red to green through yellow, which many maps use, is found out', () => {
  const redToGreen: Ramp = [
    [165, 0, 38],
    [244, 109, 67],
    [255, 255, 191],
    [102, 189, 99],
    [0, 104, 55],
  ]
  expect(least(redToGreen, 'deuteranopia')).toBeLessThan(13)
})

test('the ramp of changes is lightest for none, darker to both sides, and its sides can be told apart with and without all kinds of cones', () => {
  const lightness = coloursOf(change, 'all').map(([light]) => light)
  const middle = STEPS / 2
  for (let at = 1; at <= STEPS; at += 1) expect((lightness[at] ?? 0) > (lightness[at - 1] ?? 0)).toBe(at <= middle)
  for (const sight of Object.keys(SIGHTS) as (keyof typeof SIGHTS)[]) {
    const colours = coloursOf(change, sight)
    // From a tenth of the greatest change on.
    for (let at = 0; at <= middle - STEPS / 20; at += 1)
      expect(distance(colours[at] ?? [], colours[STEPS - at] ?? [])).toBeGreaterThan(5)
  }
})

test('no two colours of names look alike, with and without all kinds of cones', () => {
  for (const sight of ['all', 'protanopia', 'deuteranopia'] as const) {
    const colours = names.map((colour) => lab(colour, sight))
    for (const [at, one] of colours.entries())
      for (const other of colours.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(13)
  }
})
