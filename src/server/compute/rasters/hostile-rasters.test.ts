import { array, assert, asyncProperty, nat, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableRaster } from '#imagery/rasters/unreadable.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { copyOf, readLevels, valuesOf } from '../testing/raster-copies.ts'

const plain = { width: 64, height: 64, valueAt: valuesOf('uint8') }
const outcomeOf = async (file: Uint8Array) => {
  try {
    await copyOf(file)
    return 'read'
  } catch (error) {
    if (!(error instanceof UnreadableRaster)) throw error
    expect(error.message).toMatch(/^[A-Z].*\.$/)
    return error.reason
  }
}
/** A file with one tag changed; `at` is where the entry of the tag starts. */
const changed = (file: Uint8Array, tag: number, change: (view: DataView, at: number) => void): Uint8Array => {
  const copy = file.slice()
  const view = new DataView(copy.buffer)
  for (let at = 10; at < 10 + 12 * view.getUint16(8, true); at += 12)
    if (view.getUint16(at, true) === tag) change(view, at)
  return copy
}
const withValue = (file: Uint8Array, tag: number, value: number) =>
  changed(file, tag, (view, at) => {
    view.setUint16(at + 2, 4, true)
    view.setUint32(at + 8, value, true)
  })

describe('a file that is broken or hostile', () => {
  test('that ends early, at any place', async () => {
    const file = makeTiff({
      ...plain,
      compression: 'deflate',
      tile: 16,
      scale: [1, 1, 0],
      tiepoint: [0, 0, 0, 0, 0, 0],
    })
    for (let end = 0; end < file.length; end += 37)
      expect(await outcomeOf(file.subarray(0, end))).toMatch(/damaged|not-a-raster/)
  })

  test('whose directories point at each other', async () => {
    const file = makeTiff(plain)
    const view = new DataView(file.buffer)
    view.setUint32(10 + 12 * view.getUint16(8, true), 8, true)
    expect(await outcomeOf(file)).toBe('damaged')
  })

  test.each([
    ['a width of two million', 256, 2_000_000, 'damaged'],
    ['a width of four billion', 256, 4_294_967_295, 'unsupported'],
    ['no height', 257, 0, 'damaged'],
    ['65,535 bands', 277, 65_535, 'unsupported'],
    ['no bands', 277, 0, 'damaged'],
    ['17 bits', 258, 17, 'unsupported'],
    ['a compression that is not read', 259, 34_712, 'unsupported'],
    ['another compression than its blocks have', 259, 34_887, 'damaged'],
    ['the same of WebP', 259, 50_001, 'damaged'],
    ['tiles without a size', 322, 0, 'damaged'],
    ['rows of strips without a size', 278, 0, 'damaged'],
  ])('with %s', async (_what, ...[tag, value, reason]) => {
    const tile = tag === 322 ? { tile: 16 } : {}
    expect(await outcomeOf(withValue(makeTiff({ ...plain, ...tile }), tag, value))).toBe(reason)
  })

  test('with 400,000 x 400,000 pixels in a few bytes', async () => {
    const wide = withValue(withValue(makeTiff(plain), 256, 400_000), 257, 400_000)
    await expect(copyOf(wide)).rejects.toThrow('It has 160 thousand million pixels; at most 28 can be shown.')
  })

  test('with a tag of 4 GB', async () => {
    const file = changed(makeTiff(plain), 273, (view, at) => view.setUint32(at + 4, 1_073_741_823, true))
    expect(await outcomeOf(file)).toBe('damaged')
  })

  test.each(['lzw', 'deflate', 'packbits', 'zstd'] as const)(
    'a bomb of %s takes no more than the pixels it states',
    async (compression) => {
      const wide = makeTiff({ width: 1000, height: 1000, valueAt: () => 0, compression })
      const small = withValue(withValue(wide, 256, 8), 257, 8)
      expect(await outcomeOf(withValue(small, 278, 8))).toMatch(/read|damaged/)
    },
  )

  test('with a transform that is no place has none', async () => {
    for (const scale of [Number.NaN, 0, Number.POSITIVE_INFINITY]) {
      const file = makeTiff({ ...plain, scale: [scale, 1, 0], tiepoint: [0, 0, 0, 5, 5, 0] })
      expect((await readLevels(file))[0]?.raster.transform).toBeUndefined()
    }
  })

  test('with any bytes changed is read, or refused in plain words', async () => {
    const whole = makeTiff({
      ...plain,
      compression: 'lzw',
      predictor: 2,
      tile: 16,
      nodata: '0',
      keys: { 3072: 32_615 },
    })
    const place = record({ at: nat(whole.length - 1), value: nat(255) })
    await assert(
      asyncProperty(array(place, { minLength: 1, maxLength: 6 }), async (places) => {
        const file = whole.slice()
        for (const { at, value } of places) file[at] = value
        expect(await outcomeOf(file)).toMatch(/read|damaged|unsupported|not-a-raster/)
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})
