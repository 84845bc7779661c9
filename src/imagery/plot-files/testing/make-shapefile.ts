import { strToU8, zipSync } from 'fflate'

type Shape = {
  kind?: number
  rings: readonly (readonly (readonly [number, number])[])[]
  row: Readonly<Record<string, string>>
}

/** A ZIP archive with a shapefile; `kind` 5 is a polygon. */
export function makeShapefile(
  layers: Record<string, { shapes: readonly Shape[]; prj?: string; cpg?: string }>,
): Uint8Array {
  const files = Object.entries(layers).flatMap(([name, { shapes, prj, cpg }]) => [
    [`${name}.shp`, shpOf(shapes)] as const,
    [
      `${name}.dbf`,
      dbfOf(
        shapes.map(({ row }) => row),
        cpg ?? 'UTF-8',
      ),
    ] as const,
    ...(prj === undefined ? [] : [[`${name}.prj`, strToU8(prj)] as const]),
    ...(cpg === undefined ? [] : [[`${name}.cpg`, strToU8(cpg)] as const]),
  ])
  return zipSync(Object.fromEntries(files))
}

function shpOf(shapes: readonly Shape[]): Uint8Array {
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
  const length = 100 + records.reduce((sum, record) => sum + record.length, 0)
  const file = new Uint8Array(length)
  const view = new DataView(file.buffer)
  view.setUint32(0, 9994)
  view.setUint32(24, length / 2)
  view.setUint32(28, 1000, true)
  view.setUint32(32, 5, true)
  let at = 100
  for (const record of records) {
    file.set(record, at)
    at += record.length
  }
  return file
}

const CELL = 20

function dbfOf(rows: readonly Readonly<Record<string, string>>[], codePage: string): Uint8Array {
  const fields = Object.keys(rows[0] ?? {})
  const encode = (text: string) =>
    codePage === 'UTF-8' ? strToU8(text) : Uint8Array.from(text, (char) => char.charCodeAt(0))
  const [start, size] = [33 + 32 * fields.length, 1 + CELL * fields.length]
  const file = new Uint8Array(start + size * rows.length).fill(0x20, start)
  const view = new DataView(file.buffer)
  view.setUint8(0, 3)
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
    for (const [at, field] of fields.entries()) file.set(encode(row[field] ?? ''), start + size * index + 1 + CELL * at)
  return file
}
