import { strToU8, zipSync } from 'fflate'

type Shape = {
  kind?: number
  rings: readonly (readonly (readonly [number, number])[])[]
  /** Texts are written in UTF-8, bytes as they are. */
  row: Readonly<Record<string, string | Uint8Array>>
}
type Layer = {
  shapes: readonly Shape[]
  prj?: string
  cpg?: string
  /** Of the code page, in the table. */
  mark?: number
  /** Zeros behind the last shape, and a word between shapes. */
  padding?: { atEnd: number; between: number }
  hasIndex?: boolean
}

/** A ZIP archive with a shapefile; `kind` 5 is a polygon. */
export function makeShapefile(layers: Record<string, Layer>): Uint8Array {
  const files = Object.entries(layers).flatMap(([name, { shapes, prj, cpg, mark, padding, hasIndex }]) => {
    const { shp, shx } = shpOf(shapes, padding)
    return [
      [`${name}.shp`, shp] as const,
      [
        `${name}.dbf`,
        dbfOf(
          shapes.map(({ row }) => row),
          mark ?? 0,
        ),
      ] as const,
      ...(hasIndex ? [[`${name}.shx`, shx] as const] : []),
      ...(prj === undefined ? [] : [[`${name}.prj`, strToU8(prj)] as const]),
      ...(cpg === undefined ? [] : [[`${name}.cpg`, strToU8(cpg)] as const]),
    ]
  })
  return zipSync(Object.fromEntries(files))
}

function shpOf(shapes: readonly Shape[], { atEnd, between } = { atEnd: 0, between: 0 }) {
  const records = shapes.map(({ kind = 5, rings }, index) => {
    const points = rings.flat()
    const content = kind === 0 ? 4 : 44 + 4 * rings.length + 16 * points.length
    const view = new DataView(new ArrayBuffer(8 + content))
    view.setUint32(0, index + 1)
    view.setUint32(4, content / 2)
    view.setInt32(8, kind, true)
    if (kind === 0) return new Uint8Array(view.buffer)
    view.setInt32(44, rings.length, true)
    view.setInt32(48, points.length, true)
    let begin = 0
    for (const [part, ring] of rings.entries()) {
      view.setInt32(52 + 4 * part, begin, true)
      begin += ring.length
    }
    for (const [at, [x, y]] of points.entries()) {
      view.setFloat64(52 + 4 * rings.length + 16 * at, x, true)
      view.setFloat64(60 + 4 * rings.length + 16 * at, y, true)
    }
    return new Uint8Array(view.buffer)
  })
  const length = 100 + atEnd + records.reduce((sum, record) => sum + record.length + between, 0)
  const shp = withHeader(length)
  const shx = withHeader(100 + 8 * records.length)
  let at = 100
  for (const [index, record] of records.entries()) {
    shp.set(record, at)
    new DataView(shx.buffer).setUint32(100 + 8 * index, at / 2)
    new DataView(shx.buffer).setUint32(104 + 8 * index, record.length / 2 - 4)
    at += record.length + between
  }
  return { shp, shx }
}

function withHeader(length: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(length)
  const view = new DataView(file.buffer)
  view.setUint32(0, 9994)
  view.setUint32(24, length / 2)
  view.setUint32(28, 1000, true)
  view.setUint32(32, 5, true)
  return file
}

const CELL = 20
const encode = (text: string | Uint8Array) => (typeof text === 'string' ? strToU8(text) : text)

function dbfOf(rows: readonly Shape['row'][], mark: number): Uint8Array {
  const fields = Object.keys(rows[0] ?? {})
  const [start, size] = [33 + 32 * fields.length, 1 + CELL * fields.length]
  const file = new Uint8Array(start + size * rows.length).fill(0x20, start)
  const view = new DataView(file.buffer)
  view.setUint8(0, 3)
  view.setUint8(29, mark)
  view.setUint32(4, rows.length, true)
  view.setUint16(8, start, true)
  view.setUint16(10, size, true)
  for (const [at, field] of fields.entries()) {
    file.set(encode(field), 32 + 32 * at)
    file[32 + 32 * at + 11] = 'C'.charCodeAt(0)
    file[32 + 32 * at + 16] = CELL
  }
  file[start - 1] = 0x0d
  for (const [index, row] of rows.entries())
    for (const [at, field] of fields.entries())
      file.set(encode(row[field] ?? '').subarray(0, CELL), start + size * index + 1 + CELL * at)
  return file
}
