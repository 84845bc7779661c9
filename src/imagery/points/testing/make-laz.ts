import { joinBytes } from '#domain/join-bytes.ts'
import { encodeIntegers } from './encode-integers.ts'
import { type MadePoint, makeHead, makeRecords } from './make-las.ts'

type Made = {
  /** 3 is compressed point by point, 7 in layers. */
  format?: 3 | 7
  hasEqualChunks?: boolean
  compressor?: number
}

const LASZIP_RECORD_BYTES = 54 + 34
/** After the first point of a chunk, which is stored as it is: where a decoder starts, or the sizes of empty layers. */
const REST_BYTES = { 3: 4, 7: 4 + 10 * 4 }

/** A LAZ file in which each point is a chunk, so that none has to be compressed. */
export function makeLaz(
  points: readonly MadePoint[],
  { format = 3, hasEqualChunks = true, compressor = format === 3 ? 2 : 3 }: Made = {},
): Uint8Array {
  const minor = format === 7 ? 4 : 2
  const { bytes: head, view, headBytes } = makeHead(points.length, { format, minor }, LASZIP_RECORD_BYTES)
  view.setUint8(104, format | 0x80)
  head.set(new TextEncoder().encode('laszip encoded'), headBytes + 2)
  view.setUint16(headBytes + 18, 22_204, true)
  view.setUint16(headBytes + 20, 34, true)
  view.setUint16(headBytes + 54, compressor, true)
  view.setUint32(headBytes + 54 + 12, hasEqualChunks ? 1 : 0xff_ff_ff_ff, true)

  const chunks = points.map((point) => chunkOf(point, format))
  const place = new DataView(new ArrayBuffer(8))
  place.setBigInt64(0, BigInt(head.length + 8 + chunks.reduce((sum, { length }) => sum + length, 0)), true)
  const tableHead = new DataView(new ArrayBuffer(8))
  tableHead.setUint32(4, chunks.length, true)
  const table = chunks.flatMap(({ length }) => [
    ...(hasEqualChunks ? [] : [{ value: 1, context: 0 }]),
    { value: length, context: 1 },
  ])
  const parts = [place, tableHead].map(({ buffer }) => new Uint8Array(buffer))
  return joinBytes([head, parts[0] ?? head, ...chunks, parts[1] ?? head, encodeIntegers(table, 2)])
}

function chunkOf(point: MadePoint, format: 3 | 7): Uint8Array {
  const rest = new Uint8Array(REST_BYTES[format])
  if (format === 7) new DataView(rest.buffer).setUint32(0, 1, true)
  return joinBytes([makeRecords([point], format), rest])
}
