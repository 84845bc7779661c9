import { joinBytes } from '#domain/join-bytes.ts'

export type MadePoint = { at: readonly [number, number, number]; colour?: readonly [number, number, number] }

type Made = {
  format?: 0 | 1 | 2 | 3 | 6 | 7 | 8
  minor?: 2 | 4
  scale?: number
  offset?: readonly [number, number, number]
}

const RECORD_BYTES = { 0: 20, 1: 28, 2: 26, 3: 34, 6: 30, 7: 36, 8: 38 } as const
const COLOUR_AT: Record<number, number> = { 2: 20, 3: 28, 7: 30, 8: 30 }

/** The records of points whose positions are in steps of the scale. */
export function makeRecords(points: readonly MadePoint[], format: keyof typeof RECORD_BYTES): Uint8Array {
  const bytes = RECORD_BYTES[format]
  const view = new DataView(new ArrayBuffer(points.length * bytes))
  for (const [index, { at, colour }] of points.entries())
    for (const axis of [0, 1, 2] as const) {
      view.setInt32(index * bytes + axis * 4, at[axis], true)
      const colourAt = COLOUR_AT[format]
      if (colour && colourAt !== undefined) view.setUint16(index * bytes + colourAt + axis * 2, colour[axis], true)
    }
  return new Uint8Array(view.buffer)
}

/** The head of a LAS file of so many points, with `more` between it and the points. */
export function makeHead(count: number, { format = 3, minor = 2, scale = 0.01, offset = [0, 0, 0] }: Made, more = 0) {
  const headBytes = minor === 4 ? 375 : 227
  const bytes = new Uint8Array(headBytes + more)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('LASF'))
  bytes.set([1, minor], 24)
  view.setUint16(94, headBytes, true)
  view.setUint32(96, bytes.length, true)
  view.setUint32(100, more > 0 ? 1 : 0, true)
  view.setUint8(104, format)
  view.setUint16(105, RECORD_BYTES[format], true)
  if (minor === 4) view.setBigUint64(247, BigInt(count), true)
  else view.setUint32(107, count, true)
  for (const axis of [0, 1, 2] as const) {
    view.setFloat64(131 + axis * 8, scale, true)
    view.setFloat64(155 + axis * 8, offset[axis], true)
  }
  return { bytes, view, headBytes }
}

export function makeLas(points: readonly MadePoint[], made: Made = {}): Uint8Array {
  const records = makeRecords(points, made.format ?? 3)
  return joinBytes([makeHead(points.length, made).bytes, records])
}
