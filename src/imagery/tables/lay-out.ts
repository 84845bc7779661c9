// Where the heading of a table is, and which lines follow it.

export type Rows = readonly (readonly string[])[]
export type Line = {
  /** In the table, from 1. */
  number: number
  cells: readonly string[]
}
export type LaidOut = {
  /** The place of its row; null for a table without one. */
  heading: number | null
  titles: string[]
  /** Those that are not empty. */
  lines: Line[]
  blanks: number
}

const ROWS_LOOKED_AT = 20
const COLUMNS_LOOKED_AT = 200

/** The first of the rows that look most like a heading. Titles and notes above it stand in one cell. */
export function findHeading(rows: Rows, rate: (cells: readonly string[]) => number): number | undefined {
  const width = widthOf(rows)
  let best: { at: number; rate: number } | undefined
  for (const [at, row] of rows.slice(0, ROWS_LOOKED_AT).entries()) {
    const cells = row.slice(0, COLUMNS_LOOKED_AT)
    if (cells.filter((cell) => cell !== '').length < Math.min(2, width)) continue
    const rated = rate(cells)
    if (rated > (best?.rate ?? 0)) best = { at, rate: rated }
  }
  return best?.at
}

export const widthOf = (rows: Rows): number => rows.reduce((most, { length }) => Math.max(most, length), 0)

/** Rows with the lower half of merged titles, and with units, belong to the heading. `isName`: a title that needs no other. */
export function layOut(rows: Rows, heading: number | null, isName: (title: string) => boolean): LaidOut {
  const { titles, first } = heading === null ? { titles: [], first: 0 } : readTitles(rows, heading, isName)
  const lines = rows.slice(first).map((cells, at) => ({ number: first + at + 1, cells }))
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const width = widthOf(rows)
  return {
    heading,
    titles: Array.from({ length: width }, (_, at) => titles[at] ?? ''),
    lines: filled,
    blanks: lines.length - filled.length,
  }
}

function readTitles(rows: Rows, heading: number, isName: (title: string) => boolean) {
  let titles = [...(rows[heading] ?? [])]
  let first = heading + 1
  for (const below of rows.slice(first, Math.min(first + 2, rows.length - 1))) {
    const joined = isLowerHalf(titles, below) ? withLowerHalf(titles, below, isName) : withUnits(titles, below)
    if (!joined) break
    titles = joined
    first += 1
  }
  return { titles, first }
}

/** A title that spans several columns stands in the first of them; one that spans two rows, in the upper. */
function isLowerHalf(titles: readonly string[], below: readonly string[]): boolean {
  const hasTwoRows = (titles[0] ?? '') !== '' && (below[0] ?? '') === ''
  return hasTwoRows && below.some((cell, at) => cell !== '' && (titles[at] ?? '') === '')
}

function withLowerHalf(titles: readonly string[], below: readonly string[], isName: (title: string) => boolean) {
  let span = ''
  return Array.from({ length: Math.max(titles.length, below.length) }, (_, at) => {
    const [upper = '', lower = ''] = [titles[at], below[at]]
    if (upper !== '') span = upper
    if (lower === '') return upper
    return isName(lower) ? lower : `${span} ${lower}`.trim()
  })
}

const SURE_UNIT =
  /^(?:%|°[cf]|mm|cm|kg|mg|(?:k?g|t|dt|q|dz|mg|lb|bu)\s?(?:\/|·|\s|\*)\s?(?:ha|plot|m2|m²|ac|a|parzelle)(?:-1|⁻¹)?)$/i
const UNIT = /^(?:m|g|t|dt|d|ha|m2|m²|days?|tage|jours|d[ií]as|score|note|date|datum|name|text|no\.?|nr\.?|id|-)$/i

function withUnits(titles: readonly string[], below: readonly string[]): string[] | undefined {
  const units = below.map((cell) => cell.replace(/^[[(]|[\])]$/g, '').trim())
  const isSure = units.some((unit) => SURE_UNIT.test(unit))
  const areUnits = units.every((unit) => unit === '' || SURE_UNIT.test(unit) || UNIT.test(unit))
  if (!isSure || !areUnits || SURE_UNIT.test(units[0] ?? '')) return undefined
  return titles.map((title, at) => {
    const unit = units[at] ?? ''
    return title !== '' && unit !== '' && unit !== '-' && !/[)\]]$/.test(title) ? `${title} (${unit})` : title
  })
}
