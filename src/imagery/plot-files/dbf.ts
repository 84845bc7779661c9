// The table of a shapefile.
import { damaged } from './plot-file.ts'

type Field = { name: string; type: string; at: number; length: number }
/** Undefined for a row that was deleted. */
export type DbfRow = Record<string, unknown> | undefined

const FIELDS_MAX = 500
const END_OF_FIELDS = 0x0d
const DELETED = 0x2a
/** Code pages of Windows and DOS that browsers know, by the mark of the file. */
const LANGUAGES = new Map([
  [0x03, 'windows-1252'],
  [0x57, 'windows-1252'],
  [0xc8, 'windows-1250'],
  [0xc9, 'windows-1251'],
  [0xca, 'windows-1254'],
  [0xcb, 'windows-1253'],
  [0x65, 'ibm866'],
])

/** @throws UnreadablePlots */
export function readDbf(bytes: Uint8Array, codePage: string): DbfRow[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) throw damaged('shapefile')
  const [count, start, size] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)]
  if (size === 0 || start < 33 || start + count * size > bytes.length) throw damaged('shapefile')
  const decode = decoderOf(codePage, view.getUint8(29), bytes)
  const fields = fieldsIn(bytes.subarray(32, start), decode)
  return Array.from({ length: count }, (_, index) => {
    const row = bytes.subarray(start + index * size, start + (index + 1) * size)
    if (row[0] === DELETED) return undefined
    return Object.fromEntries(
      fields.map(({ name, type, at, length }) => [name, valueOf(type, decode(row.subarray(at, at + length)))]),
    )
  })
}

function fieldsIn(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): Field[] {
  const fields: Field[] = []
  let offset = 1
  for (let at = 0; at + 32 <= bytes.length && bytes[at] !== END_OF_FIELDS; at += 32) {
    if (fields.length >= FIELDS_MAX) break
    const length = bytes[at + 16] ?? 0
    const name = bytes.subarray(at, at + 11)
    const end = name.indexOf(0)
    fields.push({
      name: decode(end < 0 ? name : name.subarray(0, end)).trim(),
      type: String.fromCharCode(bytes[at + 11] ?? 0),
      at: offset,
      length,
    })
    offset += length
  }
  return fields
}

/** As the .cpg file says, else the mark in the table; without both, UTF-8 where it is that. */
function decoderOf(codePage: string, mark: number, bytes: Uint8Array): (bytes: Uint8Array) => string {
  const stated = named(codePage) ?? named(LANGUAGES.get(mark) ?? '') ?? guess(bytes)
  return (part) => stated.decode(part)
}

function named(codePage: string): InstanceType<typeof TextDecoder> | undefined {
  const text = codePage.trim().toLowerCase()
  const number = /^(?:(?:ansi|cp|windows|oem)[ -]?)?(\d{3,5})$/.exec(text)?.[1]
  const label = number === '65001' ? 'utf-8' : number === undefined ? text : labelOf(number)
  if (label === '') return undefined
  try {
    return new TextDecoder(label)
  } catch {
    // A code page that browsers don't know.
    return undefined
  }
}

const labelOf = (number: string): string => {
  if (number.startsWith('8859')) return `iso-8859-${number.slice(4)}`
  return number === '866' ? 'ibm866' : `windows-${number}`
}

function guess(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(32))
    return new TextDecoder('utf-8')
  } catch {
    return new TextDecoder('windows-1252')
  }
}

function valueOf(type: string, stored: string): unknown {
  const end = stored.indexOf('\0')
  const text = (end < 0 ? stored : stored.slice(0, end)).trim()
  if (text === '') return null
  if (type === 'N' || type === 'F') return Number.isFinite(Number(text)) ? Number(text) : null
  if (type === 'D') return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return text
}
