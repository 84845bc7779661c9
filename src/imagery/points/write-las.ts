// A small point cloud as LAS 1.2, with colours and the code of its coordinate system.

type Cloud = {
  count: number
  /** Three of each point, from `origin`, in metres. */
  positions: Float64Array
  /** Three of each point. */
  colours: Uint8Array
  origin: readonly [number, number]
  epsg: number
  /** What the file says of itself; 32 characters. */
  says: string
}

const [HEAD_BYTES, RECORD_HEAD_BYTES, KEYS, POINT_BYTES] = [227, 54, 34_735, 26]
/** Millimetres. */
const SCALE = 0.001
const [MODEL_TYPE, PROJECTED, PROJECTED_CRS] = [1024, 1, 3072]

export function writeLas({ count, positions, colours, origin, epsg, says }: Cloud): Uint8Array {
  const keys = [1, 1, 0, 2, MODEL_TYPE, 0, 1, PROJECTED, PROJECTED_CRS, 0, 1, epsg]
  const pointsAt = HEAD_BYTES + RECORD_HEAD_BYTES + keys.length * 2
  const file = new Uint8Array(pointsAt + count * POINT_BYTES)
  const view = new DataView(file.buffer)
  const text = (at: number, value: string, max: number): void =>
    file.set(new TextEncoder().encode(value).subarray(0, max), at)
  text(0, 'LASF', 4)
  file.set([1, 2], 24)
  text(26, says, 32)
  text(58, 'Skyfurrow', 32)
  view.setUint16(94, HEAD_BYTES, true)
  view.setUint32(96, pointsAt, true)
  view.setUint32(100, 1, true)
  view.setUint8(104, 2)
  view.setUint16(105, POINT_BYTES, true)
  view.setUint32(107, count, true)
  view.setUint32(111, count, true)
  const moved = [...origin, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    const own = Float64Array.from(
      { length: count },
      (_, point) => (positions[point * 3 + axis] ?? 0) + (moved[axis] ?? 0),
    )
    view.setFloat64(131 + axis * 8, SCALE, true)
    view.setFloat64(155 + axis * 8, moved[axis] ?? 0, true)
    view.setFloat64(
      179 + axis * 16,
      own.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
      true,
    )
    view.setFloat64(
      187 + axis * 16,
      own.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      true,
    )
  }
  text(HEAD_BYTES + 2, 'LASF_Projection', 16)
  view.setUint16(HEAD_BYTES + 18, KEYS, true)
  view.setUint16(HEAD_BYTES + 20, keys.length * 2, true)
  for (const [at, key] of keys.entries()) view.setUint16(HEAD_BYTES + RECORD_HEAD_BYTES + at * 2, key, true)
  for (let at = 0; at < count * 3; at += 1) {
    const start = pointsAt + Math.floor(at / 3) * POINT_BYTES
    view.setInt32(start + (at % 3) * 4, Math.round((positions[at] ?? 0) / SCALE), true)
    // Colours have 16 bits.
    view.setUint16(start + 20 + (at % 3) * 2, (colours[at] ?? 0) * 257, true)
    view.setUint8(start + 14, 0b0000_1001)
  }
  return file
}
