import { describe, expect, test } from 'vitest'
import { type MadePoint, makeLas } from './testing/make-las.ts'
import { makeLaz } from './testing/make-laz.ts'
import { thinPoints } from './thin-points.ts'
import { UnreadablePoints } from './unreadable-points.ts'

const noDecoder = () => {
  throw new Error('There is nothing to decode')
}
const thin = (bytes: Uint8Array, pointsMax = 1000) =>
  thinPoints(
    { size: bytes.length, readRange: async (from, to) => bytes.subarray(from, to) },
    { pointsMax, decodeChunk: noDecoder, report: () => undefined },
  )

const row = (count: number): MadePoint[] => Array.from({ length: count }, (_, index) => ({ at: [index, 0, 0] }))
const TWO: MadePoint[] = [
  { at: [0, 0, 0], colour: [256, 512, 65_535] },
  { at: [2, 4, 6], colour: [0, 0, 0] },
]

const changed = (bytes: Uint8Array, change: (view: DataView) => void): Uint8Array => {
  change(new DataView(bytes.buffer))
  return bytes
}

const las = () => makeLas(TWO)

describe('a point cloud', () => {
  test.each([2, 3, 7, 8] as const)('format %i: positions around their centre, and colours', async (format) => {
    const made = { format, minor: format > 5 ? 4 : 2, scale: 0.5, offset: [476_000.25, 4_660_000.5, 200] } as const
    expect(await thin(makeLas(TWO, made))).toEqual({
      count: 2,
      step: 1,
      centre: [476_000.75, 4_660_001.5, 201.5],
      positions: new Float32Array([-0.5, -1, -1.5, 0.5, 1, 1.5]),
      colours: new Uint8Array([1, 2, 255, 0, 0, 0]),
    })
  })

  test.each([0, 1, 6] as const)('format %i has no colours', async (format) => {
    expect((await thin(makeLas(TWO, { format }))).colours).toBeUndefined()
  })

  test('colours of 8 bits stay as they are, and black everywhere is none', async () => {
    const dark = await thin(makeLas([{ at: [0, 0, 0], colour: [1, 128, 255] }]))
    expect(dark.colours).toEqual(new Uint8Array([1, 128, 255]))
    expect((await thin(makeLas(row(2)))).colours).toBeUndefined()
  })

  test('every n-th point is kept, from the first to the end of a file of several blocks', async () => {
    const count = 130_001
    const { step, positions, centre } = await thin(makeLas(row(count), { scale: 1 }), 50_000)
    expect(step).toBe(3)
    expect(positions.length / 3).toBe(Math.ceil(count / 3))
    const xs = positions.filter((_, index) => index % 3 === 0).map((x) => x + centre[0])
    expect(xs.every((x, index) => x === index * 3)).toBe(true)
  })

  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'no LAS or LAZ point cloud'],
    ['another kind of file', new Uint8Array(500).fill(80), 'no LAS or LAZ point cloud'],
    ['a head that is cut off', las().subarray(0, 100), 'it ends in its head'],
    ['points that are cut off', las().subarray(0, -1), 'a point is missing'],
    ['no points', makeLas([]), 'has no points'],
    ['a later version', makeLas(TWO, { minor: 5 as 4 }), 'LAS 1.5'],
    ['an unknown format', changed(las(), (view) => view.setUint8(104, 11)), 'format 11'],
    ['records that are too short', changed(las(), (view) => view.setUint16(105, 20, true)), 'contradicts itself'],
    ['points before the head ends', changed(las(), (view) => view.setUint32(96, 10, true)), 'contradicts itself'],
    ['points behind the end', changed(las(), (view) => view.setUint32(96, 4e9, true)), 'contradicts itself'],
    ['a scale that is no number', makeLas(TWO, { scale: Number.NaN }), 'scale of its coordinates'],
    ['a scale of zero', makeLas(TWO, { scale: 0 }), 'scale of its coordinates'],
    ['a place beyond the Earth', makeLas(TWO, { scale: 1e300 }), 'beyond any place'],
    ['more points than can be shown', changed(las(), (view) => view.setUint32(107, 4e9, true)), 'up to 200,000,000'],
    ['chunks of an old LASzip', makeLaz(TWO, { compressor: 1 }), 'old or unusual version'],
    [
      'no word on the compression',
      changed(makeLaz(TWO), (view) => view.setUint16(227 + 18, 1, true)),
      'how it is compressed',
    ],
    [
      'a table of chunks elsewhere',
      changed(makeLaz(TWO), (view) => view.setUint32(315, 4e9, true)),
      'table of chunks is missing',
    ],
    [
      'chunks without end',
      changed(makeLaz(TWO), (view) => view.setUint32(Number(view.getBigUint64(315, true)) + 4, 4e9, true)),
      'its table of chunks is incomplete',
    ],
  ])('%s: says what is wrong', async (_what, bytes, message) => {
    const reading = thin(bytes)
    await expect(reading).rejects.toThrow(UnreadablePoints)
    await expect(reading).rejects.toThrow(message)
  })
})
