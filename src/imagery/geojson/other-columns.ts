// What properties say of plots beyond their names and attributes: it is kept as own columns of the trial.
import { OWN_COLUMNS_MAX, OWN_NAME_MAX, OWN_NUMBER_MAX, OWN_TEXT_MAX } from '#domain/trials.ts'
import { decimalMarkOf, numberReader } from '../tables/read-number.ts'
import type { Properties } from './attributes.ts'

export type OtherColumn = { name: string; values: { plotId: string; value: number | string }[] }
/** Without the properties that name the plot and say its attributes. */
type Named = { plotId: string; properties: Properties }

/** What programs write of shapes by themselves, and our number of a plot. */
const OF_PROGRAMS = /^(?:number|fid|ogc_fid|objectid(?:_\d+)?|shape_?(?:leng|length|area)|geo_coordinates)$/i

/** Columns that can be kept, and why others can't, in words. */
export function otherColumns(plots: readonly Named[]): { columns: OtherColumn[]; leftOut: string[] } {
  const names = new Set(plots.flatMap(({ properties }) => Object.keys(properties)))
  const columns: OtherColumn[] = []
  const leftOut: string[] = []
  for (const name of names) {
    if (OF_PROGRAMS.test(name)) continue
    const column = columnOf(name, plots)
    const isStructured = plots.some(({ properties }) => isStructure(properties[name]))
    if (column.values.length === 0 && !isStructured) continue
    const problem = isStructured
      ? 'it has lists or objects, not values'
      : columns.length >= OWN_COLUMNS_MAX
        ? `a trial has at most ${OWN_COLUMNS_MAX} own columns`
        : problemOf(column)
    if (problem) leftOut.push(`column ${name.slice(0, OWN_NAME_MAX)}: ${problem}`)
    else columns.push(column)
  }
  return { columns, leftOut }
}

const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null

function columnOf(name: string, plots: readonly Named[]): OtherColumn {
  const found = plots.flatMap(({ plotId, properties }) => {
    const value = valueOf(properties[name])
    return value === undefined ? [] : [{ plotId, value }]
  })
  const texts = found.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  // Programs write these files: where no comma stands, a point is the decimal mark.
  const usual = texts.some((text) => text.includes(',')) ? undefined : 'point'
  const read = numberReader(decimalMarkOf(texts, usual))
  const areNumbers = texts.every((text) => !CODE.test(text) && typeof read(text) === 'number')
  return {
    name: name.trim(),
    values: found.map(({ plotId, value }) => {
      if (!areNumbers) return { plotId, value: String(value) }
      return { plotId, value: typeof value === 'number' ? value : Number(read(value)) }
    }),
  }
}

/** What would not be the same as a number: 007, 1E5, and more digits than a number keeps. */
const CODE = /^[+-]?0\d|e|\d{16}/i

function valueOf(value: unknown): number | string | undefined {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

function problemOf({ name, values }: OtherColumn): string | undefined {
  if (name === '' || name.length > OWN_NAME_MAX) return `its name has more than ${OWN_NAME_MAX} characters`
  if (values.some(({ value }) => typeof value === 'string' && value.length > OWN_TEXT_MAX))
    return `it has texts of more than ${OWN_TEXT_MAX} characters`
  return values.some(({ value }) => typeof value === 'number' && Math.abs(value) > OWN_NUMBER_MAX)
    ? 'it has numbers beyond 1e12'
    : undefined
}
