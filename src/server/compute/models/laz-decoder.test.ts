import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MadePoint, makeLas } from '#imagery/points/testing/make-las.ts'
import { makeLaz } from '#imagery/points/testing/make-laz.ts'
import { thinPoints } from '#imagery/points/thin-points.ts'
import { UnreadablePoints } from '#imagery/points/unreadable-points.ts'
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
