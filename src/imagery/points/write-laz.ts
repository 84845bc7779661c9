// A point cloud as LAZ: points of format 2 of LAS 1.2, compressed as in LASzip 2 (M. Isenburg, LASzip, 2013), chunk by chunk.
import { joinBytes } from '#domain/join-bytes.ts'
import { createSymbolModel } from './arithmetic-decoder.ts'
import { type ArithmeticEncoder, createArithmeticEncoder, createIntegerEncoder } from './arithmetic-encoder.ts'

type Cloud = {
  /** What positions are counted from, in metres of the coordinate system. */
  origin: readonly [number, number]
  epsg: number
  /** What the file says of itself; 32 characters. */
  says: string
}

type Write = (bytes: Uint8Array, at: number) => Promise<void>

const CHUNK_POINTS = 50_000
const [HEAD_BYTES, RECORD_HEAD_BYTES, POINT_BYTES] = [227, 54, 26]
const POINT_FORMAT = 2
/** Millimetres. */
const SCALE = 0.001
const [GEO_KEYS, LASZIP] = [34_735, 22_204]
const [MODEL_TYPE, PROJECTED, PROJECTED_CRS] = [1024, 1, 3072]
/** One return of one. */
const RETURNS = 0b0000_1001

/** `write` puts bytes at a place of the file. Points that were added are written by `flush` and `end`. */
export function createLazWriter(cloud: Cloud, write: Write) {
  const records = [geoKeys(cloud.epsg), lasZip()]
  const pointsAt = HEAD_BYTES + records.reduce((sum, { length }) => sum + length, 0)
  const positions = new Int32Array(CHUNK_POINTS * 3)
  const colours = new Uint8Array(CHUNK_POINTS * 3)
  const [least, most] = [Array(3).fill(2 ** 31), Array(3).fill(-(2 ** 31))] as [number[], number[]]
  const sizes: number[] = []
  let [inChunk, count, at] = [0, 0, pointsAt + 8]
  let waiting: Uint8Array[] = []

  const endChunk = (): void => {
    if (inChunk === 0) return
    const chunk = encodeChunk(positions, colours, inChunk)
    waiting.push(chunk)
    sizes.push(chunk.length)
    count += inChunk
    inChunk = 0
  }
  const flush = async (): Promise<void> => {
    for (const chunk of waiting) {
      await write(chunk, at)
      at += chunk.length
    }
    waiting = []
  }
  return {
    flush,
    /** In metres from `origin` and above 0, and red, green and blue of a byte each. */
    add(position: readonly [number, number, number], colour: readonly [number, number, number]): void {
      for (let axis = 0; axis < 3; axis += 1) {
        const steps = Math.round((position[axis] ?? 0) / SCALE)
        positions[inChunk * 3 + axis] = steps
        least[axis] = Math.min(least[axis] ?? 0, steps)
        most[axis] = Math.max(most[axis] ?? 0, steps)
        colours[inChunk * 3 + axis] = colour[axis] ?? 0
      }
      inChunk += 1
      if (inChunk === CHUNK_POINTS) endChunk()
    },
    async end(): Promise<void> {
      endChunk()
      await flush()
      const place = new DataView(new ArrayBuffer(8))
      place.setBigInt64(0, BigInt(at), true)
      const head = [headOf({ ...cloud, count, least, most, pointsAt }), ...records, new Uint8Array(place.buffer)]
      await write(joinBytes(head), 0)
      await write(tableOf(sizes), at)
    },
  }
}

const textInto = (bytes: Uint8Array, at: number, text: string): void =>
  bytes.set(new TextEncoder().encode(text).subarray(0, 32), at)

type Head = Cloud & { count: number; least: readonly number[]; most: readonly number[]; pointsAt: number }

function headOf({ origin, says, count, least, most, pointsAt }: Head): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES)
  const view = new DataView(head.buffer)
  textInto(head, 0, 'LASF')
  head.set([1, 2], 24)
  textInto(head, 26, says)
  textInto(head, 58, 'Skyfurrow')
  view.setUint16(94, HEAD_BYTES, true)
  view.setUint32(96, pointsAt, true)
  view.setUint32(100, 2, true)
  view.setUint8(104, POINT_FORMAT | 0x80)
  view.setUint16(105, POINT_BYTES, true)
  view.setUint32(107, count, true)
  view.setUint32(111, count, true)
  for (let axis = 0; axis < 3; axis += 1) {
    const from = origin[axis] ?? 0
    view.setFloat64(131 + axis * 8, SCALE, true)
    view.setFloat64(155 + axis * 8, from, true)
    view.setFloat64(179 + axis * 16, from + (count > 0 ? (most[axis] ?? 0) : 0) * SCALE, true)
    view.setFloat64(187 + axis * 16, from + (count > 0 ? (least[axis] ?? 0) : 0) * SCALE, true)
  }
  return head
}

function recordOf(user: string, id: number, content: Uint8Array): Uint8Array {
  const record = new Uint8Array(RECORD_HEAD_BYTES + content.length)
  const view = new DataView(record.buffer)
  textInto(record, 2, user)
  view.setUint16(18, id, true)
  view.setUint16(20, content.length, true)
  record.set(content, RECORD_HEAD_BYTES)
  return record
}

function geoKeys(epsg: number): Uint8Array {
  const keys = new DataView(new ArrayBuffer(24))
  for (const [at, key] of [1, 1, 0, 2, MODEL_TYPE, 0, 1, PROJECTED, PROJECTED_CRS, 0, 1, epsg].entries())
    keys.setUint16(at * 2, key, true)
  return recordOf('LASF_Projection', GEO_KEYS, new Uint8Array(keys.buffer))
}

/** Kind, bytes and version of what a point has: its place, and its colour. */
const ITEMS = [
  [6, 20, 2],
  [8, 6, 2],
] as const

function lasZip(): Uint8Array {
  const view = new DataView(new ArrayBuffer(34 + 6 * ITEMS.length))
  // By points in chunks, by version 2.2, without records after them.
  view.setUint16(0, 2, true)
  view.setUint8(4, 2)
  view.setUint8(5, 2)
  view.setUint32(12, CHUNK_POINTS, true)
  view.setBigInt64(16, -1n, true)
  view.setBigInt64(24, -1n, true)
  view.setUint16(32, ITEMS.length, true)
  for (const [at, numbers] of ITEMS.entries())
    for (const [place, number] of numbers.entries()) view.setUint16(34 + at * 6 + place * 2, number, true)
  return recordOf('laszip encoded', LASZIP, new Uint8Array(view.buffer))
}

/** Of the chunks in their order: how many bytes each has. */
function tableOf(sizes: readonly number[]): Uint8Array {
  const head = new DataView(new ArrayBuffer(8))
  head.setUint32(4, sizes.length, true)
  const encoder = createArithmeticEncoder()
  const encode = createIntegerEncoder(encoder, 2)
  for (const [at, size] of sizes.entries()) encode(size, sizes[at - 1] ?? 0, 1)
  return joinBytes([new Uint8Array(head.buffer), encoder.end()])
}

/** The first point as it is, then each by its difference from the one before. */
function encodeChunk(positions: Int32Array, colours: Uint8Array, count: number): Uint8Array {
  const first = new DataView(new ArrayBuffer(POINT_BYTES))
  for (let axis = 0; axis < 3; axis += 1) {
    first.setInt32(axis * 4, positions[axis] ?? 0, true)
    first.setUint16(20 + axis * 2, (colours[axis] ?? 0) * 257, true)
  }
  first.setUint8(14, RETURNS)
  const encoder = createArithmeticEncoder()
  const encodePlace = createPlaceEncoder(encoder, positions)
  const encodeColour = createColourEncoder(encoder, colours)
  for (let point = 1; point < count; point += 1) {
    encodePlace(point)
    encodeColour(point)
  }
  return joinBytes([new Uint8Array(first.buffer), encoder.end()])
}

/** Of bits that say what else of a point changed: nothing does. */
const CHANGES = 64

/** Of a point with one return, contexts are odd. */
const contextOf = (bits: number, most: number): number => 1 + (bits < most ? bits & ~1 : most)

function createPlaceEncoder(encoder: ArithmeticEncoder, positions: Int32Array) {
  const changes = createSymbolModel(CHANGES)
  const [encodeX, encodeY, encodeZ] = [2, 22, 20].map((contexts) => createIntegerEncoder(encoder, contexts))
  const [middleX, middleY] = [createMedian(), createMedian()]
  let heightBefore = 0
  return (point: number): void => {
    const at = point * 3
    encoder.symbol(0, changes)
    const x = ((positions[at] ?? 0) - (positions[at - 3] ?? 0)) | 0
    const bitsX = encodeX?.(x, middleX.value(), 1) ?? 0
    middleX.add(x)
    const y = ((positions[at + 1] ?? 0) - (positions[at - 2] ?? 0)) | 0
    const bitsY = encodeY?.(y, middleY.value(), contextOf(bitsX, 20)) ?? 0
    middleY.add(y)
    const height = positions[at + 2] ?? 0
    encodeZ?.(height, heightBefore, contextOf((bitsX + bitsY) >> 1, 18))
    heightBefore = height
  }
}

/** About the middle of the last five, as LASzip keeps it: the largest and the least of them go by turns. */
function createMedian() {
  const five = [0, 0, 0, 0, 0] as [number, number, number, number, number]
  let dropsLargest = true
  return {
    value: (): number => five[2],
    add(one: number): void {
      const turns = dropsLargest ? one >= five[2] : one <= five[2]
      let at = dropsLargest ? 4 : 0
      if (dropsLargest) for (; at > 0 && (five[at - 1] ?? 0) > one; at -= 1) five[at] = five[at - 1] ?? 0
      else for (; at < 4 && (five[at + 1] ?? 0) < one; at += 1) five[at] = five[at + 1] ?? 0
      five[at] = one
      if (turns) dropsLargest = !dropsLargest
    },
  }
}

const toByte = (value: number): number => Math.max(0, Math.min(255, value))
/** The models of the low and the high byte of each colour; both bytes are the same here. */
const [RED, GREEN, BLUE] = [
  [0, 1],
  [2, 3],
  [4, 5],
] as const

function createColourEncoder(encoder: ArithmeticEncoder, colours: Uint8Array) {
  const changes = createSymbolModel(128)
  const models = Array.from({ length: 6 }, () => createSymbolModel(256))
  const encode = (value: number, which: number): void => {
    const model = models[which]
    if (model) encoder.symbol(value & 255, model)
  }
  return (point: number): void => {
    const of = (colour: number): [number, number] => [
      colours[point * 3 + colour] ?? 0,
      colours[point * 3 + colour - 3] ?? 0,
    ]
    const [[red, redBefore], [green, greenBefore], [blue, blueBefore]] = [of(0), of(1), of(2)]
    const isColoured = red !== green || red !== blue
    const changed =
      (red === redBefore ? 0 : 0b11) | (green === greenBefore ? 0 : 0b1100) | (blue === blueBefore ? 0 : 0b11_0000)
    encoder.symbol(changed | (isColoured ? 0b100_0000 : 0), changes)
    const ofRed = red - redBefore
    if (ofRed !== 0) for (const which of RED) encode(ofRed, which)
    if (!isColoured) return
    const ofBoth = Math.trunc((ofRed + green - greenBefore) / 2)
    for (const half of [0, 1] as const) {
      if (green !== greenBefore) encode(green - toByte(ofRed + greenBefore), GREEN[half])
      if (blue !== blueBefore) encode(blue - toByte(ofBoth + blueBefore), BLUE[half])
    }
  }
}
