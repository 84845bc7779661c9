// The table of a shapefile.
import { readDbfTexts } from './dbf-texts.ts'
import { listed } from './listed.ts'
import { damaged } from './plot-file.ts'

type Field = { name: Uint8Array; type: string; at: number; length: number }
/** Undefined for a row that was deleted. */
export type DbfRow = Record<string, unknown> | undefined

const FIELDS_MAX = 500
const END_OF_FIELDS = 0x0d
const DELETED = 0x2a
/** Characters, numbers, dates and logical values: what shapefiles have. */
const TYPES = 'CNFDL'

export type Dbf = { rows: DbfRow[]; notes: string[] }

/** @throws UnreadablePlots */
export function readDbf(bytes: Uint8Array, cpg: string): Dbf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) throw damaged('shapefile')
  const [count, start, size] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)]
  if (size === 0 || start < 33 || start + count * size > bytes.length) throw damaged('shapefile')
  const all = fieldsIn(bytes.subarray(32, start))
  const fields = all.filter(({ type }) => TYPES.includes(type))
  const rows = Array.from({ length: count }, (_, index) =>
    bytes.subarray(start + index * size, start + (index + 1) * size),
  )
  const kept = rows.filter((row) => row[0] !== DELETED)
  const texts = fields
    .filter(({ type }) => type === 'C')
    .flatMap(({ at, length }) => kept.map((row) => withoutEnd(row.subarray(at, at + length))))
  const { decode, notes } = readDbfTexts({ cpg, mark: view.getUint8(29) }, [...all.map(({ name }) => name), ...texts])
  const names = distinct(fields.map(({ name }) => decode(name).trim()))
  const named = fields.map((field, at) => ({ ...field, name: names[at] ?? '' }))
  const others = all.filter(({ type }) => !TYPES.includes(type)).map(({ name }) => decode(name).trim())
  return {
    rows: rows.map((row) =>
      row[0] === DELETED
        ? undefined
        : Object.fromEntries(
            named.map(({ name, type, at, length }) => [
              name,
              valueOf(type, decode(withoutEnd(row.subarray(at, at + length))).trim()),
            ]),
          ),
    ),
    notes:
      others.length > 0
        ? [...notes, `Left out, because they are of a kind that shapefiles do not have: ${listed(others)}.`]
        : notes,
  }
}

/** Fields of the same name, as GDAL calls them: VAL, VAL2. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let at = 2; seen.has(own); at += 1) if (!taken.has(`${name}${at}`)) own = `${name}${at}`
    seen.add(own)
    taken.add(own)
    return own
  })
}

/** Some programs end a text with a zero. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

function fieldsIn(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let offset = 1
  for (let at = 0; at + 32 <= bytes.length && bytes[at] !== END_OF_FIELDS; at += 32) {
    if (fields.length >= FIELDS_MAX) break
    const length = bytes[at + 16] ?? 0
    fields.push({
      name: withoutEnd(bytes.subarray(at, at + 11)),
      type: String.fromCharCode(bytes[at + 11] ?? 0).toUpperCase(),
      at: offset,
      length,
    })
    offset += length
  }
  return fields
}

function valueOf(type: string, text: string): unknown {
  if (text === '' || (type !== 'C' && /^[*?]+$/.test(text))) return null
  if (type === 'D' && /^0+$/.test(text)) return null
  if (type === 'D') return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const number = Number(text)
  const isNumber = (type === 'N' || type === 'F') && Number.isFinite(number)
  // More digits than a number keeps stay as they are written.
  return isNumber && !(Number.isInteger(number) && !Number.isSafeInteger(number)) ? number : text
}
