import { expect, test } from 'vitest'
import { csvCell } from '#domain/csv.ts'
import { recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import { writtenDigits } from './digits.ts'

/** Spread like plots: around a mean, some far off. */
const plotsAround = (mean: number, spread: number): number[] =>
  Array.from({ length: 200 }, (_, at) => mean + spread * Math.sin(at * 1.7) * (at % 9 === 0 ? 3 : 1))

const deviationOf = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

const CASES = [
  { what: 'cover', unit: '%', heightNoise: null, values: plotsAround(63, 12), digits: 4 },
  { what: 'an index', unit: '1', heightNoise: null, values: plotsAround(0.2, 0.05), digits: 5 },
  { what: 'plots that are nearly alike', unit: '1', heightNoise: null, values: plotsAround(0.2, 0.0003), digits: 7 },
  { what: 'an own formula of tiny values', unit: '1', heightNoise: null, values: plotsAround(2e-6, 4e-7), digits: 10 },
  { what: 'heights of a noisy surface', unit: 'm', heightNoise: 0.2, values: plotsAround(0.9, 0.2), digits: 4 },
  { what: 'heights of a fine surface', unit: 'm', heightNoise: 0.008, values: plotsAround(0.9, 0.1), digits: 5 },
  { what: 'negative values', unit: '1', heightNoise: null, values: plotsAround(-0.09, 0.02), digits: 5 },
]

test.each(CASES)('written digits of $what are read again as an own column, and change no analysis', (one) => {
  const { values, digits, ...of } = one
  expect(writtenDigits(of, values)).toBe(digits)
  const texts = values.map((number) => csvCell({ number, digits }))
  // No program takes the point for a mark of thousands, and none takes a minus for a formula.
  expect(texts.filter((text) => !/^-?\d+\.\d{4,}$/.test(text))).toEqual([])
  const { type, numbers } = recordedColumn({
    name: 'Again',
    unit: null,
    takenOn: null,
    chosenType: null,
    values: texts.map((value, at) => ({ plotId: String(at), value })),
  })
  expect(type).toBe('number')
  const again = [...numbers.values()]
  const spread = deviationOf(values)
  expect(Math.max(...again.map((value, at) => Math.abs(value - (values[at] ?? Number.NaN))))).toBeLessThan(
    spread / 1000,
  )
  expect(Math.abs(deviationOf(again) / spread - 1)).toBeLessThan(1e-4)
})

test('all digits are written where noise is not known, or where a value has too many', () => {
  expect(writtenDigits({ unit: 'kg', heightNoise: null }, plotsAround(5, 1))).toBeNull()
  expect(writtenDigits({ unit: '1', heightNoise: null }, plotsAround(1e-12, 1e-13))).toBeNull()
  expect(writtenDigits({ unit: '%', heightNoise: null }, [null, Number.NaN])).toBe(4)
  expect(writtenDigits({ unit: '1', heightNoise: null }, [2e-6, 2e-6])).toBe(10)
  expect([0, -0.000001, 12.5, Number.NaN].map((number) => csvCell({ number, digits: 4 }))).toEqual([
    '0.0000',
    '0.0000',
    '12.5000',
    '',
  ])
})
