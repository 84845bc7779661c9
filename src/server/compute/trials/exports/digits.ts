import type { ExportColumn, ExportTable } from './export-table.ts'

/** Digits behind the point that values of a unit have: more of them are noise of pixels and light. */
const DIGITS: Readonly<Record<string, number>> = { '%': 1, '1': 3, degrees: 1, 'digital numbers': 1 }
const HEIGHT_DIGITS_MAX = 3

/** How values are shown in a sheet; the cells keep all of theirs. Null for what people have recorded, which is shown as written. */
export function digitsOf({ flight, unit }: ExportColumn, { flights }: ExportTable): number | null {
  if (flight === null) return null
  if (unit !== 'm' && unit !== 'm3/m2') return DIGITS[unit] ?? null
  const noise = flights[flight]?.method.chmNoiseMetres ?? 0.05
  return Math.min(HEIGHT_DIGITS_MAX, Math.max(1, Math.ceil(-Math.log10(Math.max(noise, 1e-6)))))
}
