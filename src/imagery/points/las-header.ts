// The head of a LAS or LAZ file: LAS 1.2 to 1.4 (ASPRS), and the record that LASzip adds for compressed points.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { MiB } from '#domain/units.ts'
import { damagedPoints, UnreadablePoints } from './unreadable-points.ts'

type Triple = readonly [number, number, number]

export type LasHeader = {
  count: number
  /** Of a point record. */
  format: number
  recordBytes: number
  /** Where red, green and blue start in a record, 16 bits each; undefined for formats without colour. */
  colourAt: number | undefined
  pointsAt: number
  scale: Triple
  offset: Triple
  /** Of a LAZ file. */
  laszip: Laszip | undefined
}

export type Laszip = {
  /** In each chunk but the last; undefined when the chunks differ. */
  chunkPoints: number | undefined
}

/** The bytes and the colours of each format. */
const FORMATS: readonly { bytes: number; colourAt?: number }[] = [
  { bytes: 20 },
  { bytes: 28 },
  { bytes: 26, colourAt: 20 },
  { bytes: 34, colourAt: 28 },
  { bytes: 57 },
  { bytes: 63, colourAt: 28 },
  { bytes: 30 },
  { bytes: 36, colourAt: 30 },
  { bytes: 38, colourAt: 30 },
  { bytes: 59 },
  { bytes: 67, colourAt: 30 },
]
/** Of formats 4, 5, 9 and 10: the echo of a laser as a curve. */
const WITH_WAVEFORM = [4, 5, 9, 10]

const HEAD_BYTES = 375
const HEAD_BYTES_MIN = 227
const RECORDS_BYTES_MAX = MiB(8)
const RECORD_HEAD_BYTES = 54
const RECORD_BYTES_MAX = 65_535
const COMPRESSED = 0b1100_0000
const LASZIP_RECORD = 22_204
const VARIABLE_CHUNKS = 0xff_ff_ff_ff

/** @throws UnreadablePoints */
export async function readLasHeader(size: number, readRange: ReadRange): Promise<LasHeader> {
  const head = await readRange(0, Math.min(size, HEAD_BYTES))
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (textAt(head, 0, 4) !== 'LASF')
    throw new UnreadablePoints('Despite its name, this file is no LAS or LAZ point cloud.')
  if (head.length < HEAD_BYTES_MIN) throw damagedPoints('it ends in its head')
  const [major, minor] = [view.getUint8(24), view.getUint8(25)]
  if (major !== 1 || minor > 4)
    throw new UnreadablePoints(`This point cloud is LAS ${major}.${minor}, which can't be read; 1.0 to 1.4 can.`)
  const [headBytes, pointsAt] = [view.getUint16(94, true), view.getUint32(96, true)]
  const [stored, recordBytes] = [view.getUint8(104), view.getUint16(105, true)]
  const isCompressed = (stored & COMPRESSED) !== 0
  const format = stored & ~COMPRESSED
  const known = FORMATS[format]
  if (!known) throw new UnreadablePoints(`Its points have format ${format}, which can't be read; 0 to 10 can.`)
  if (recordBytes < known.bytes || headBytes < HEAD_BYTES_MIN || pointsAt < headBytes || pointsAt > size)
    throw damagedPoints('its head contradicts itself')
  if (isCompressed && WITH_WAVEFORM.includes(format))
    throw new UnreadablePoints("Compressed points with waveforms can't be read.")
  return {
    count: countOf(view, { minor, headBytes }),
    format,
    recordBytes,
    colourAt: known.colourAt,
    pointsAt,
    scale: numbersAt(view, 131, (number) => number > 0),
    offset: numbersAt(view, 155, () => true),
    laszip: isCompressed ? await readLaszip({ from: headBytes, to: pointsAt, format }, readRange) : undefined,
  }
}

/** LAS 1.4 counts with 64 bits. */
function countOf(view: DataView, { minor, headBytes }: { minor: number; headBytes: number }): number {
  const isLong = minor === 4 && headBytes >= HEAD_BYTES && view.byteLength >= HEAD_BYTES
  const count = (isLong && Number(view.getBigUint64(247, true))) || view.getUint32(107, true)
  if (count === 0) throw new UnreadablePoints('This point cloud has no points.')
  return count
}

function numbersAt(view: DataView, at: number, isValid: (number: number) => boolean): Triple {
  const [x, y, z] = [view.getFloat64(at, true), view.getFloat64(at + 8, true), view.getFloat64(at + 16, true)]
  if (![x, y, z].every((number) => Number.isFinite(number) && isValid(number)))
    throw damagedPoints('the scale of its coordinates is no number')
  return [x, y, z]
}

type Records = { from: number; to: number; format: number }

async function readLaszip({ from, to, format }: Records, readRange: ReadRange): Promise<Laszip> {
  const bytes = await readRange(from, Math.min(to, from + RECORDS_BYTES_MAX))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + RECORD_HEAD_BYTES <= bytes.length; ) {
    const [record, length] = [view.getUint16(at + 18, true), view.getUint16(at + 20, true)]
    const body = at + RECORD_HEAD_BYTES
    if (record === LASZIP_RECORD && textAt(bytes, at + 2, 14) === 'laszip encoded') {
      if (length < 34 || body + length > bytes.length) throw damagedPoints('it does not say how it is compressed')
      return laszipAt(view, body, format)
    }
    at = body + Math.min(length, RECORD_BYTES_MAX)
  }
  throw damagedPoints('it does not say how it is compressed')
}

/** Formats up to 5 are compressed point by point, the others in layers. */
function laszipAt(view: DataView, at: number, format: number): Laszip {
  const compressor = view.getUint16(at, true)
  if (compressor !== (format < 6 ? 2 : 3) || view.getUint16(at + 2, true) !== 0)
    throw new UnreadablePoints("It was compressed by an old or unusual version of LASzip, which can't be read.")
  const chunkPoints = view.getUint32(at + 12, true)
  if (chunkPoints === 0) throw damagedPoints('its chunks have no points')
  return { chunkPoints: chunkPoints === VARIABLE_CHUNKS ? undefined : chunkPoints }
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
