import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { MiB } from '#domain/units.ts'
import { createArithmeticDecoder, createIntegerDecoder } from './arithmetic-decoder.ts'
import type { LasHeader } from './las-header.ts'
import { damagedPoints, missingPoints, UnreadablePoints } from './unreadable-points.ts'

/** Points that are decoded together: `bytes` compressed bytes at `at`. */
export type LazChunk = { at: number; bytes: number; points: number }

const TABLE_BYTES_MAX = MiB(16)
const CHUNKS_MAX = 1_000_000
/** Of a chunk, compressed and decoded. */
const CHUNK_BYTES_MAX = MiB(64)
/** Of a file whose writer could not go back to say where its table is. */
const AT_THE_END = -1n

type Source = { size: number; readRange: ReadRange }
type LazHeader = Pick<LasHeader, 'count' | 'recordBytes' | 'pointsAt'> & NonNullable<LasHeader['laszip']>

/** The chunks of a LAZ file in order, from the table behind its points. @throws UnreadablePoints */
export async function readLazChunks(header: LazHeader, source: Source): Promise<LazChunk[]> {
  const tableAt = await findTable(header, source)
  const table = await source.readRange(tableAt, Math.min(source.size, tableAt + TABLE_BYTES_MAX))
  const count = table.length < 8 ? 0 : new DataView(table.buffer, table.byteOffset).getUint32(4, true)
  if (count === 0 || count > CHUNKS_MAX) throw damagedPoints('its table of chunks is incomplete')
  const read = createIntegerDecoder(createArithmeticDecoder(table.subarray(8)), 2)
  const chunks: LazChunk[] = []
  let [at, pointsLeft] = [header.pointsAt + 8, header.count]
  let [points, bytes] = [0, 0]
  for (let index = 0; index < count && pointsLeft > 0; index += 1) {
    if (header.chunkPoints === undefined) points = read(points, 0)
    bytes = read(bytes, 1)
    const inChunk = Math.min(pointsLeft, header.chunkPoints ?? points)
    if (inChunk <= 0 || bytes <= 0 || at + bytes > tableAt)
      throw damagedPoints('its table of chunks contradicts its size')
    if (Math.max(bytes, inChunk * header.recordBytes) > CHUNK_BYTES_MAX)
      throw new UnreadablePoints('Too many of its points are compressed together to be read.')
    chunks.push({ at, bytes, points: inChunk })
    at += bytes
    pointsLeft -= inChunk
  }
  if (pointsLeft > 0) throw missingPoints(pointsLeft)
  return chunks
}

async function findTable({ pointsAt }: LazHeader, { size, readRange }: Source): Promise<number> {
  const first = await placeAt(pointsAt, { size, readRange })
  const place = first === AT_THE_END ? await placeAt(size - 8, { size, readRange }) : first
  if (place < pointsAt + 8 || place >= size) throw damagedPoints('its table of chunks is missing')
  return Number(place)
}

async function placeAt(at: number, { size, readRange }: Source): Promise<bigint> {
  if (at + 8 > size) throw damagedPoints('its points are missing')
  const bytes = await readRange(at, at + 8)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigInt64(0, true)
}
