import type { ExportColumn, ExportTable } from './export-table.ts'

/** Digits behind the point that values of a unit have: more of them are noise of pixels and light. */
const DIGITS: Readonly<Record<string, number>> = { '%': 1, '1': 3, degrees: 1, 'digital numbers': 1 }
const HEIGHT_DIGITS_MAX = 3
const NOISE_METRES = 0.05

/** How values are shown in a sheet; the cells keep all of theirs. Null for what people have recorded, which is shown as written. */
export function digitsOf({ flight, unit }: ExportColumn, { flights }: ExportTable): number | null {
  return flight === null ? null : digitsOfUnit(unit, flights[flight]?.method.chmNoiseMetres ?? null)
}

/** Null for units whose noise isn't known. */
function digitsOfUnit(unit: string, heightNoise: number | null): number | null {
  if (unit !== 'm' && unit !== 'm3/m2') return DIGITS[unit] ?? null
  const digits = Math.ceil(-Math.log10(Math.max(heightNoise ?? NOISE_METRES, 1e-6)))
  return Math.min(HEIGHT_DIGITS_MAX, Math.max(1, digits))
}

/** Beyond those that noise allows. */
const GUARD_DIGITS = 2
/** Three would be read as thousands where the point is no decimal mark. */
const WRITTEN_MIN = 4
const WRITTEN_MAX = 12
/** How much finer the last digit is than the spread between plots, and than the greatest value. */
const OF_SPREAD = 1000
const OF_GREATEST = 10_000

type Measured = { unit: string; heightNoise: number | null }

/**
 * Digits behind the point of measured values where a file has no other way to say them: enough that no analysis of what is read
 * again differs. Null for all of them.
 */
export function writtenDigits({ unit, heightNoise }: Measured, values: Iterable<number | null>): number | null {
  const noise = digitsOfUnit(unit, heightNoise)
  if (noise === null) return null
  const steps = [spreadOf(values) / OF_SPREAD, greatestOf(values) / OF_GREATEST].filter((step) => step > 0)
  const digits = Math.max(WRITTEN_MIN, noise + GUARD_DIGITS, ...steps.map((step) => Math.ceil(-Math.log10(step))))
  return digits > WRITTEN_MAX ? null : digits
}

/** The same for each column of a table; null also for what people have recorded. */
export const writtenDigitsIn = ({ columns, flights }: ExportTable): (number | null)[] =>
  columns.map(({ flight, unit, values }) =>
    flight === null
      ? null
      : writtenDigits({ unit, heightNoise: flights[flight]?.method.chmNoiseMetres ?? null }, values),
  )

const isKnown = (value: number | null): value is number => value !== null && Number.isFinite(value)

function greatestOf(values: Iterable<number | null>): number {
  let greatest = 0
  for (const value of values) if (isKnown(value)) greatest = Math.max(greatest, Math.abs(value))
  return greatest
}

/** The standard deviation, by Welford's way: sums of squares would lose it in large values. */
function spreadOf(values: Iterable<number | null>): number {
  let [count, mean, squares] = [0, 0, 0]
  for (const value of values) {
    if (!isKnown(value)) continue
    count += 1
    const before = value - mean
    mean += before / count
    squares += before * (value - mean)
  }
  return count < 2 ? 0 : Math.sqrt(squares / (count - 1))
}
