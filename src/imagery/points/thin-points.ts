import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { MiB } from '#domain/units.ts'
import { type LasHeader, readLasHeader } from './las-header.ts'
import { readLazChunks } from './laz-chunks.ts'
import { damagedPoints, missingPoints, UnreadablePoints } from './unreadable-points.ts'

export type ThinnedPoints = {
  /** In the file. */
  count: number
  /** One of so many is here. */
  step: number
  /** Of the box around them, in the coordinates of the file. */
  centre: [number, number, number]
  /** Three for each point, relative to `centre`. */
  positions: Float32Array<ArrayBuffer>
  /** Red, green and blue of each point; undefined when the file has none. */
  colours: Uint8Array<ArrayBuffer> | undefined
}

/** Decodes a chunk of a LAZ file into its records. @throws UnreadablePoints */
export type DecodeChunk = (
  chunk: Uint8Array,
  records: { format: number; recordBytes: number; count: number },
) => Uint8Array

type Options = {
  /** At most so many points are kept. */
  pointsMax: number
  decodeChunk: DecodeChunk
  /** With the part that is done, from 0 to 1. */
  report: (fraction: number) => void
}

/** A compressed point takes a third of a microsecond to decode. */
export const POINTS_COUNT_MAX = 200_000_000
const BLOCK_BYTES = MiB(4)
/** In any unit. */
const EXTENT_MAX = 1e9

/** Every n-th point of a LAS or LAZ file. @throws UnreadablePoints */
export async function thinPoints(
  source: { size: number; readRange: ReadRange },
  { pointsMax, decodeChunk, report }: Options,
): Promise<ThinnedPoints> {
  const header = await readLasHeader(source.size, source.readRange)
  const { count } = header
  if (count > POINTS_COUNT_MAX)
    throw new UnreadablePoints(
      `This point cloud has ${count.toLocaleString('en')} points; up to ${POINTS_COUNT_MAX.toLocaleString('en')} can be shown.`,
    )
  const step = Math.ceil(count / pointsMax)
  const kept = createKept(header, { step, shown: Math.ceil(count / step) })
  const blocks = header.laszip
    ? decodedChunks({ ...header, ...header.laszip }, { ...source, decodeChunk })
    : plainBlocks(header, source)
  let done = 0
  for await (const records of blocks) {
    kept.take(records)
    done += records.length / header.recordBytes
    report(done / count)
  }
  return { count, step, ...kept.finish() }
}

type Source = { size: number; readRange: ReadRange }

async function* plainBlocks({ pointsAt, recordBytes, count }: LasHeader, { size, readRange }: Source) {
  const end = pointsAt + count * recordBytes
  if (end > size) throw missingPoints(Math.ceil((end - size) / recordBytes))
  const blockBytes = Math.floor(BLOCK_BYTES / recordBytes) * recordBytes
  for (let at = pointsAt; at < end; at += blockBytes) yield await readRange(at, Math.min(end, at + blockBytes))
}

async function* decodedChunks(
  header: Parameters<typeof readLazChunks>[0] & LasHeader,
  { decodeChunk, ...source }: Source & Pick<Options, 'decodeChunk'>,
) {
  const { format, recordBytes } = header
  for (const { at, bytes, points } of await readLazChunks(header, source))
    yield decodeChunk(await source.readRange(at, at + bytes), { format, recordBytes, count: points })
}

type Kept = Omit<ThinnedPoints, 'count' | 'step'>

function createKept(
  { recordBytes, colourAt, scale, offset }: LasHeader,
  { step, shown }: { step: number; shown: number },
) {
  const places = new Int32Array(shown * 3)
  const colours = new Uint16Array(colourAt === undefined ? 0 : shown * 3)
  let length = 0
  /** Records until the next one that is kept. */
  let skip = 0
  return {
    take(records: Uint8Array): void {
      const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
      let at = skip * recordBytes
      for (; at + recordBytes <= records.length && length < places.length; at += step * recordBytes) {
        for (let axis = 0; axis < 3; axis += 1) {
          places[length + axis] = view.getInt32(at + axis * 4, true)
          if (colourAt !== undefined) colours[length + axis] = view.getUint16(at + colourAt + axis * 2, true)
        }
        length += 3
      }
      skip = (at - records.length) / recordBytes
    },
    finish(): Kept {
      if (length < places.length) throw missingPoints((places.length - length) / 3)
      return { ...relative(places, { scale, offset }), colours: inBytes(colours) }
    },
  }
}

/** In place: the numbers are as many and as long. */
function relative(places: Int32Array<ArrayBuffer>, { scale, offset }: Pick<LasHeader, 'scale' | 'offset'>) {
  const positions = new Float32Array(places.buffer)
  const centre: [number, number, number] = [0, 0, 0]
  for (const axis of [0, 1, 2] as const) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let at = axis; at < places.length; at += 3) {
      const place = places[at] ?? 0
      if (place < low) low = place
      if (place > high) high = place
    }
    const middle = (low + high) / 2
    if (!((high - low) * scale[axis] < EXTENT_MAX)) throw damagedPoints('its coordinates are beyond any place on Earth')
    for (let at = axis; at < places.length; at += 3) positions[at] = ((places[at] ?? 0) - middle) * scale[axis]
    centre[axis] = middle * scale[axis] + offset[axis]
  }
  return { positions, centre }
}

/** Some writers store 8 bits in the 16. Black everywhere means that there are none. */
function inBytes(colours: Uint16Array): Uint8Array<ArrayBuffer> | undefined {
  let highest = 0
  for (const value of colours) if (value > highest) highest = value
  if (highest === 0) return undefined
  const shift = highest > 255 ? 8 : 0
  const bytes = new Uint8Array(colours.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (colours[at] ?? 0) >> shift
  return bytes
}
