import { assert, constantFrom, double, integer, oneof, property, tuple } from 'fast-check'
import { ColorType, newParsingContext, parse } from 'ol/expr/expression.js'
import { describe, expect, test } from 'vitest'
import { INDICES } from '#imagery/rasters/indices.ts'
import { valueOf } from '#imagery/rasters/look.ts'
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import { compile } from '#imagery/traits/catalogue/program.ts'
import { styleOf } from './raster-layer.ts'
import { readyMap } from './testing/ready-map.ts'
import { impossibleExpression, valueExpression } from './value-expression.ts'

/** An expression of a style, as the graphics card computes it. */
function computed(expression: unknown, bands: readonly number[]): number {
  if (typeof expression === 'number') return expression
  const [operation, ...rest] = expression as [string, ...unknown[]]
  if (operation === 'band') return bands[Number(rest[0]) - 1] ?? Number.NaN
  const [a = 0, b = 0] = rest.map((one) => computed(one, bands))
  const results: Record<string, number> = {
    '+': a + b,
    '-': a - b,
    '*': a * b,
    '/': a / b,
    '<': Number(a < b),
    abs: Math.abs(a),
  }
  return results[operation] ?? Number.NaN
}

const PHOTO = readyMap({})
const CAMERA = readyMap({ isPicture: false, bands: ['blue', 'green', 'red', 'redEdge', 'nir'], sampleType: 'float32' })

const reflectance = oneof(double({ min: -0.01, max: 1, noNaN: true }), constantFrom(0, 1e-7, 4e-7, 0.5))
const five = tuple(reflectance, reflectance, reflectance, reflectance, reflectance)

const near = (value: number | undefined) =>
  value === undefined ? undefined : expect.closeTo(value, 9 - Math.ceil(Math.log10(1 + Math.abs(value))))

describe.each(INDICES.map((index) => [index.id, index] as const))('%s', (id, index) => {
  const look = { mode: 'index', id } as const
  const shownOf = (map: typeof PHOTO, bands: readonly number[]): number | undefined => {
    if (impossibleExpression(map, look).some((one) => computed(one, bands) === 1)) return undefined
    return computed(valueExpression(map, look), bands)
  }
  test('is drawn with the value that is read off, and not where there is none', () => {
    assert(
      property(five, (numbers) => {
        const data = index.needs.map((role) => numbers[CAMERA.bands.indexOf(role)] ?? 0)
        expect(shownOf(CAMERA, data)).toEqual(near(valueOf(CAMERA, look, [...data, 1])))
      }),
    )
    const isOfColours = index.needs.every((role) => PHOTO.bands.includes(role))
    const byte = integer({ min: 0, max: isOfColours ? 255 : 0 })
    assert(
      property(tuple(byte, byte, byte), (bytes) => {
        const seen = isOfColours ? valueOf(PHOTO, look, [...bytes, 255]) : undefined
        expect(isOfColours ? shownOf(PHOTO, [...bytes.map((one) => one / 255), 1]) : undefined).toEqual(near(seen))
      }),
    )
  })

  test('has a style that the map can draw', () => {
    for (const map of [PHOTO, CAMERA]) {
      const style = styleOf(map, { look, range: [0, 1], ramp: 'canopy', threshold: null, contours: null })
      const color = Array.isArray(style.color) ? style.color : []
      expect(parse(color, ColorType, newParsingContext()).type).toBe(ColorType)
    }
  })

  test('is what is measured', () => {
    const program = compile([findTrait(id)?.expression ?? Number.NaN])
    const out = new Float64Array(1)
    assert(
      property(five, (numbers) => {
        program.run(
          program.bands.map((role) => Float64Array.of(numbers[CAMERA.bands.indexOf(role)] ?? 0)),
          [out],
        )
        const data = index.needs.map((role) => numbers[CAMERA.bands.indexOf(role)] ?? 0)
        const [measured = Number.NaN] = out
        expect(valueOf(CAMERA, look, [...data, 1])).toEqual(near(Number.isNaN(measured) ? undefined : measured))
      }),
    )
  })
})
