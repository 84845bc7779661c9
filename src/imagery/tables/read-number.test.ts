import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DecimalMark, decimalMarkOf, numberReader, readNumber } from './read-number.ts'

describe('a number by itself', () => {
  test.each([
    ['51.5', 51.5],
    ['-0.25', -0.25],
    ['+4.5e2', 450],
    ['1,5E+03', 1500],
    ['.5', 0.5],
    [',5', 0.5],
    ['51,5', 51.5],
    ['3,250.5', 3250.5],
    ['3.250,5', 3250.5],
    ['604,117.09', 604_117.09],
    ['5.706.498,12', 5_706_498.12],
    ['1,234,567', 1_234_567],
    ['604 117,09', 604_117.09],
    ['3\u00a0200,5', 3200.5],
    ['3\u202f200,5', 3200.5],
    ['3\u2009200.5', 3200.5],
    ["3'250.5", 3250.5],
    ['3’250’000', 3_250_000],
    ['−12,5', -12.5],
    ['–3', -3],
    ['12.5 %', 12.5],
    ['80%', 80],
    ['101.1 m', 101.1],
    ['0', 0],
    ['-0', 0],
  ])('%s', (text, expected) => expect(readNumber(text)).toBe(expected))

  test.each([
    '',
    '-',
    'A1',
    '0x10',
    '--1',
    '12,34,56',
    '1,2.3,4',
    '1.234.5',
    '1 23',
    '012 345',
    '1e999',
    '5–7',
    '<5',
    'NaN',
    'm',
    '9'.repeat(100),
  ])('‘%s’ is none', (text) => expect(readNumber(text)).toBeNaN())
})

const readAll = (...texts: string[]) => texts.map(numberReader(decimalMarkOf(texts)))

describe('numbers of one table', () => {
  test('have one decimal mark, which those tell that allow only one', () => {
    expect(readAll('2,5', '1,234', '1.234', '3')).toEqual([2.5, 1.234, 1234, 3])
    expect(readAll('2.5', '1,234', '1.234', '3')).toEqual([2.5, 1234, 1.234, 3])
    expect(readAll('0,500', '1.250')).toEqual([0.5, 1250])
  })

  test('of a workbook have points, whatever its texts have', () => {
    expect(decimalMarkOf(['7', '1,234'], 'point')).toBe('point')
    expect(decimalMarkOf(['2,5'], 'point')).toBeUndefined()
  })

  test('stay texts where the mark can’t be told, and only those', () => {
    expect(readAll('1,234', '2,500', '3')).toEqual(['1,234', '2,500', 3])
    expect(readAll('1.234', "1'000", '7')).toEqual(['1.234', 1000, 7])
    expect(readAll('2.5', '2,75', '1,234')).toEqual([2.5, 2.75, '1,234'])
  })
})

type Style = { mark: DecimalMark; group: string; minus: string; isScientific: boolean; tail: string }
const styles = fc.record<Style>({
  mark: fc.constantFrom('point', 'comma'),
  group: fc.constantFrom('', ' ', '\u00a0', '\u2009', '\u202f', "'", '’', 'other'),
  minus: fc.constantFrom('-', '−', '–'),
  isScientific: fc.boolean(),
  tail: fc.constantFrom('', ' ', '%', ' %', ' m'),
})
const values = fc.tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 6 }))

/** As a person of one country writes a value of so many decimals. */
function write(value: number, decimals: number, { mark, group, minus, isScientific, tail }: Style): string {
  const size = Math.abs(value)
  const plain = isScientific ? size.toExponential() : size.toFixed(decimals)
  const [whole = '', rest] = plain.split('.')
  const by = group === 'other' ? (mark === 'point' ? ',' : '.') : group
  const grouped = isScientific ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, by)
  return (value < 0 ? minus : '') + grouped + (rest === undefined ? '' : (mark === 'point' ? '.' : ',') + rest) + tail
}

test('what is written in any of these ways is read as it was, once the mark is known', () =>
  fc.assert(
    fc.property(values, styles, ([digits, decimals], style) => {
      const value = digits / 10 ** decimals
      const text = write(value, decimals, style)
      expect(numberReader(style.mark)(text)).toBe(value + 0)
      // By itself it is the same, unless it is one that is asked for.
      const alone = numberReader(undefined)(text)
      expect([value + 0, text]).toContain(alone)
      expect([value + 0, alone === text ? readNumber(text) : value + 0]).toContain(readNumber(text))
    }),
    { numRuns: 3000 },
  ))

test('any text is a number or NaN, never infinite', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9e.,' +−-]{0,70}$/)), (text) => {
      expect(readNumber(text)).not.toBe(Infinity)
      expect(readNumber(text)).not.toBe(-Infinity)
    }),
  ))
