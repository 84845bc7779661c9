import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createArithmeticDecoder, createIntegerDecoder } from './arithmetic-decoder.ts'
import { encodeIntegers } from './testing/encode-integers.ts'

const integer = fc.oneof(fc.integer(), fc.integer({ min: -300, max: 300 }), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 0))

test('integers come out as they went in, each predicted from the one before it in its context', () => {
  const values = fc.array(fc.record({ value: integer, context: fc.integer({ min: 0, max: 1 }) }), { maxLength: 600 })
  fc.assert(
    fc.property(values, (written) => {
      const decode = createIntegerDecoder(createArithmeticDecoder(encodeIntegers(written, 2)), 2)
      const before = [0, 0]
      for (const { value, context } of written) {
        before[context] = decode(before[context] ?? 0, context)
        expect(before[context]).toBe(value)
      }
    }),
  )
})

test('any bytes come to an end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const decode = createIntegerDecoder(createArithmeticDecoder(bytes), 2)
      for (let index = 0; index < 200; index += 1) expect(Number.isInteger(decode(index, index % 2))).toBe(true)
    }),
  )
})

/** Ninety sizes of chunks. Our encoder shares its models with the decoder, so these bytes are fixed since the decoder read files of LASzip. */
const SIZES =
  'VSNChOmbJ6ovv5S4ltGBn17wnsKrweY1/pzOhE5cC6d6zuJ5oKiT8K+5byPAWG1qLrO80icRuNcaCzlWfz+cWHPGiXcF80owIgSfwPu7zFZk4O7a1F/3' +
  'asCcdEmWSjEkYiRB1eiWx93506cimNXUyFZekAHDbDc2Nz3oVqvExan7mHhcwrB3Kqi2d4PXC0t/GyXSAAAAAAAAAAAA'

test('expects symbols as LASzip does', () => {
  const decode = createIntegerDecoder(createArithmeticDecoder(Buffer.from(SIZES, 'base64')), 2)
  let size = 0
  for (let index = 0; index < 90; index += 1) {
    size = decode(size, 1)
    expect(size).toBe(1000 + ((index * index * 37) % 2000))
  }
})
