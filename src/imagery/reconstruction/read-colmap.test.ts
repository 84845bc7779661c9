import { describe, expect, test } from 'vitest'
import { reprojectionError } from './adjust.ts'
import { type ColmapFiles, readColmap, UnreadableReconstruction } from './read-colmap.ts'

type Part = ['u8' | 'u32' | 'u64' | 'f64', number] | string

function write(parts: readonly Part[]): Uint8Array {
  const bytes: number[] = []
  for (const part of parts) {
    if (typeof part === 'string') {
      bytes.push(...new TextEncoder().encode(part), 0)
      continue
    }
    const [type, value] = part
    const view = new DataView(new ArrayBuffer({ u8: 1, u32: 4, u64: 8, f64: 8 }[type]))
    if (type === 'u8') view.setUint8(0, value)
    else if (type === 'u32') view.setUint32(0, value, true)
    else if (type === 'u64') view.setBigUint64(0, BigInt(value), true)
    else view.setFloat64(0, value, true)
    bytes.push(...new Uint8Array(view.buffer))
  }
  return Uint8Array.from(bytes)
}
const doubles = (...values: number[]): Part[] => values.map((value) => ['f64', value])

/** Two photos of one point at 0, 0, 10: from the origin, and from 1 m to the right. */
const camera = (model = 4, count = 1): Uint8Array =>
  write([
    ['u64', count],
    ['u32', 5],
    ['u32', model],
    ['u64', 1600],
    ['u64', 900],
    ...doubles(1000, 1000, 800, 450, 0, 0, 0, 0),
  ])
const photo = (id: number, x: number, pixel: number): Part[] => [
  ['u32', id],
  ...doubles(1, 0, 0, 0, -x, 0, 0),
  ['u32', 5],
  `0/${id}.jpg`,
  ['u64', 1],
  ...doubles(pixel, 450),
  ['u64', 1],
]
const images = write([['u64', 2], ...photo(3, 0, 800), ...photo(8, 1, 700)])
const pointOf = (view: number, feature = 0): Uint8Array =>
  write([
    ['u64', 1],
    ['u64', 1],
    ...doubles(0, 0, 10),
    ['u8', 10],
    ['u8', 20],
    ['u8', 30],
    ['f64', 0],
    ['u64', 2],
    ['u32', 3],
    ['u32', 0],
    ['u32', view],
    ['u32', feature],
  ])
const FILES: ColmapFiles = { cameras: camera(), images, points: pointOf(8) }

test('cameras, photos and points are read, and fit one another', () => {
  const model = readColmap(FILES)
  expect(model.cameras).toEqual([
    { width: 1600, height: 900, lens: { focal: 1000, x: 800, y: 450, k1: 0, k2: 0, p1: 0, p2: 0 } },
  ])
  expect(model.views.map(({ name, camera: index, centre }) => [name, index, centre])).toEqual([
    ['0/3.jpg', 0, [-0, -0, -0]],
    ['0/8.jpg', 0, [1, -0, -0]],
  ])
  expect([...model.points.views]).toEqual([0, 1])
  expect([...model.points.colours]).toEqual([10, 20, 30])
  expect(reprojectionError(model)).toBeCloseTo(0, 9)
})

describe('what a program may get wrong is refused', () => {
  test.each<[string, Partial<ColmapFiles>]>([
    ['an unknown kind of camera', { cameras: camera(2) }],
    ['more cameras than the file has', { cameras: camera(4, 900) }],
    ['more points than there may be', { points: write([['u64', 2 ** 50]]) }],
    ['a point in an unknown photo', { points: pointOf(9) }],
    ['a point at an unknown place of a photo', { points: pointOf(8, 7) }],
    ['a file that ends early', { images: images.subarray(0, images.length - 9) }],
    ['an empty file', { points: new Uint8Array() }],
    [
      'numbers that are none',
      {
        cameras: write([
          ['u64', 1],
          ['u32', 5],
          ['u32', 4],
          ['u64', 1600],
          ['u64', 900],
          ...doubles(Number.NaN, 1, 1, 1, 0, 0, 0, 0),
        ]),
      },
    ],
  ])('%s', (_, files) => {
    expect(() => readColmap({ ...FILES, ...files })).toThrow(UnreadableReconstruction)
  })
})
