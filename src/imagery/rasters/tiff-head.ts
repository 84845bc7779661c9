// The head of a BigTIFF: its directories, with the values that don't fit into them behind each.

export type Field = { tag: number; type: FieldType; values: ArrayLike<number> | string }
type FieldType = 'text' | 'short' | 'long' | 'double' | 'long8'
/** Its fields in the order of their tags. */
export type Directory = { fields: readonly Field[] }

const TYPES = {
  text: { number: 2, bytes: 1 },
  short: { number: 3, bytes: 2 },
  long: { number: 4, bytes: 4 },
  double: { number: 12, bytes: 8 },
  long8: { number: 16, bytes: 8 },
} as const

const HEADER_BYTES = 16

const countOf = ({ values }: Field): number => (typeof values === 'string' ? values.length + 1 : values.length)
const bytesOf = (field: Field): number => countOf(field) * TYPES[field.type].bytes

type Places = { starts: number[]; values: number[][]; end: number }

/** Of each directory and of the values that don't fit into it, which lie behind it. */
export function placeDirectories(directories: readonly Directory[]): Places {
  const places: Places = { starts: [], values: [], end: HEADER_BYTES }
  for (const { fields } of directories) {
    places.starts.push(places.end)
    let end = places.end + 8 + fields.length * 20 + 8
    places.values.push(
      fields.map((field) => {
        if (bytesOf(field) <= 8) return 0
        const at = end
        end = Math.ceil((at + bytesOf(field)) / 8) * 8
        return at
      }),
    )
    places.end = end
  }
  return places
}

export function writeHead(directories: readonly Directory[], { starts, values, end }: Places): Uint8Array {
  const head = new DataView(new ArrayBuffer(end))
  head.setUint16(0, 0x4949)
  head.setUint16(2, 43, true)
  head.setUint16(4, 8, true)
  setLong8(head, 8, HEADER_BYTES)
  for (const [index, { fields }] of directories.entries()) {
    const start = starts[index] ?? 0
    setLong8(head, start, fields.length)
    for (const [at, field] of fields.entries()) {
      const entry = start + 8 + at * 20
      const elsewhere = values[index]?.[at] ?? 0
      head.setUint16(entry, field.tag, true)
      head.setUint16(entry + 2, TYPES[field.type].number, true)
      setLong8(head, entry + 4, countOf(field))
      if (elsewhere > 0) setLong8(head, entry + 12, elsewhere)
      writeValues(head, elsewhere || entry + 12, field)
    }
    setLong8(head, start + 8 + fields.length * 20, starts[index + 1] ?? 0)
  }
  return new Uint8Array(head.buffer)
}

const setLong8 = (view: DataView, at: number, value: number): void => view.setBigUint64(at, BigInt(value), true)

function writeValues(head: DataView, at: number, { type, values }: Field): void {
  const numbers = typeof values === 'string' ? new TextEncoder().encode(values) : values
  for (let index = 0; index < numbers.length; index += 1) {
    const place = at + index * TYPES[type].bytes
    const value = numbers[index] ?? 0
    if (type === 'text') head.setUint8(place, value)
    else if (type === 'short') head.setUint16(place, value, true)
    else if (type === 'long') head.setUint32(place, value, true)
    else if (type === 'double') head.setFloat64(place, value, true)
    else setLong8(head, place, value)
  }
}
