import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLasHeader } from '#imagery/points/las-header.ts'
import { readLazChunks } from '#imagery/points/laz-chunks.ts'
import { type MadePoint, makeLas } from '#imagery/points/testing/make-las.ts'
import { makeLaz } from '#imagery/points/testing/make-laz.ts'
import { thinPoints } from '#imagery/points/thin-points.ts'
import { UnreadablePoints } from '#imagery/points/unreadable-points.ts'
import { createLazWriter } from '#imagery/points/write-laz.ts'
import { openLazDecoder } from './laz-decoder.ts'

async function thin(bytes: Uint8Array) {
  const readRange = async (from: number, to: number) => bytes.subarray(from, to)
  const options = { pointsMax: 1000, decodeChunk: await openLazDecoder(), report: () => undefined }
  return thinPoints({ size: bytes.length, readRange }, options)
}

const POINTS: MadePoint[] = Array.from({ length: 300 }, (_, index) => ({
  at: [index * 7, -index, index % 13],
  colour: [index * 100, 500, 65_535 - index],
}))

describe('a compressed point cloud', () => {
  test.each([3, 7] as const)('has the points of the same one uncompressed, format %i', async (format) => {
    const las = await thin(makeLas(POINTS, { format, minor: format === 7 ? 4 : 2 }))
    expect(await thin(makeLaz(POINTS, { format }))).toEqual(las)
    expect(await thin(makeLaz(POINTS, { format, hasEqualChunks: false }))).toEqual(las)
  })

  test('whatever is wrong with a file, it is read or refused in words', async () => {
    const whole = makeLaz(POINTS.slice(0, 20))
    const place = fc.oneof(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 400 }))
    const changes = fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(changes, fc.option(place), async (bytes, end) => {
        const file = whole.slice(0, end ?? whole.length)
        for (const [at, byte] of bytes) file[at] = byte
        const outcome = await thin(file).catch((error: unknown) => error)
        expect(outcome instanceof Error && !(outcome instanceof UnreadablePoints)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  test('no listener stays behind', async () => {
    const before = process.listenerCount('unhandledRejection')
    await openLazDecoder()
    expect(process.listenerCount('unhandledRejection')).toBe(before)
  })
})

type Point = { position: [number, number, number]; colour: [number, number, number] }
const CLOUD = { origin: [576_000, 5_188_000], epsg: 32_615, says: 'surface, GPS accuracy' } as const

async function written(points: readonly Point[]): Promise<Uint8Array> {
  const parts: { bytes: Uint8Array; at: number }[] = []
  const writer = createLazWriter(CLOUD, async (bytes, at) => void parts.push({ bytes, at }))
  for (const { position, colour } of points) writer.add(position, colour)
  await writer.end()
  const file = new Uint8Array(Math.max(...parts.map(({ bytes, at }) => at + bytes.length)))
  for (const { bytes, at } of parts) file.set(bytes, at)
  return file
}

async function read(file: Uint8Array): Promise<{ head: Awaited<ReturnType<typeof readLasHeader>>; points: Point[] }> {
  const readRange = async (from: number, to: number) => file.subarray(from, to)
  const head = await readLasHeader(file.length, readRange)
  if (!head.laszip) throw new Error('It is not compressed')
  const decode = await openLazDecoder()
  const points: Point[] = []
  for (const { at, bytes, points: count } of await readLazChunks(
    { ...head, ...head.laszip },
    { size: file.length, readRange },
  )) {
    const records = decode(file.subarray(at, at + bytes), { format: head.format, recordBytes: head.recordBytes, count })
    const view = new DataView(records.buffer, records.byteOffset)
    for (let from = 0; from < count * head.recordBytes; from += head.recordBytes)
      points.push({
        position: [0, 4, 8].map((axis) => view.getInt32(from + axis, true) / 1000) as Point['position'],
        colour: [20, 22, 24].map((band) => view.getUint16(from + band, true) / 257) as Point['colour'],
      })
  }
  return { head, points }
}

describe('a cloud that we compress', () => {
  const byte = fc.nat({ max: 255 })
  const metres = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }))
  const point = fc.record({
    position: fc.tuple(metres, metres, metres).map((steps) => steps.map((one) => one / 1000) as Point['position']),
    colour: fc.oneof(
      fc.tuple(byte, byte, byte),
      byte.map((grey): Point['colour'] => [grey, grey, grey]),
    ),
  })

  test('is read by the decoder of LASzip as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(point, { minLength: 1, maxLength: 400 }), async (points) => {
        expect((await read(await written(points))).points).toEqual(points)
      }),
    )
  })

  test('of several chunks says where it lies, and takes a fifth of what it would', async () => {
    const points = Array.from({ length: 120_000 }, (_, at): Point => {
      const [x, y] = [at % 400, Math.floor(at / 400)]
      const height = Math.round(1000 * (160 + Math.sin(x / 30) + Math.cos(y / 20))) / 1000
      return { position: [x / 50, y / 50, height], colour: [100 + (x % 5), 120 + (y % 7), 80] }
    })
    const file = await written(points)
    const { head, points: found } = await read(file)
    expect(found).toEqual(points)
    expect(head).toMatchObject({
      count: 120_000,
      format: 2,
      offset: [576_000, 5_188_000, 0],
      scale: [0.001, 0.001, 0.001],
    })
    expect(new DataView(file.buffer).getFloat64(179, true)).toBe(576_007.98)
    expect(new TextDecoder().decode(file.subarray(26, 47))).toBe(CLOUD.says)
    expect(file.length).toBeLessThan((points.length * 26) / 5)
  })
})
