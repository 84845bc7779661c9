type Unit = { kind: string; size: number }

/** What one of a unit is in the basic unit of its kind, and how people write it. */
const UNITS: readonly (Unit & { written: readonly string[] })[] = [
  { kind: 'length', size: 1, written: ['m', 'meter', 'meters', 'metre', 'metres'] },
  { kind: 'length', size: 0.01, written: ['cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres'] },
  { kind: 'length', size: 0.001, written: ['mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres'] },
  { kind: 'share', size: 1, written: ['fraction', 'proportion'] },
  { kind: 'share', size: 0.01, written: ['%', 'percent', 'percentage', 'pct'] },
  {
    kind: 'number',
    size: 1,
    written: ['1', '', 'index', 'unitless', 'dimensionless', 'none', 'numeric', 'numerical'],
  },
  {
    kind: 'temperature',
    size: 1,
    written: ['°C', '°c', 'C', 'celsius', 'degree celsius', 'degrees celsius', 'deg c', 'degc', 'degC'],
  },
  { kind: 'angle', size: 1, written: ['degrees', 'degree', '°', 'deg'] },
  { kind: 'volume', size: 1, written: ['m3/m2', 'm³/m²', 'm^3/m^2'] },
]

/** Words in any case; of symbols, M isn't m. */
const unitOf = (written: string): Unit | undefined =>
  UNITS.find((unit) => unit.written.includes(written.length > SYMBOL_MAX ? written.toLowerCase() : written))

const SYMBOL_MAX = 3

/** What values are multiplied by from one unit to another; null where that isn't known. */
export function factorBetween(from: string, to: string): number | null {
  const [one, other] = [unitOf(from.trim()), unitOf(to.trim())]
  if (one && other) return one.kind === other.kind ? one.size / other.size : null
  return from.trim() === to.trim() ? 1 : null
}
