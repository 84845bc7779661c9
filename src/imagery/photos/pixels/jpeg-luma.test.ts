import sharp, { type JpegOptions } from 'sharp'
import { expect, test } from 'vitest'
import { brightnessOf } from './histogram.ts'
import { readJpegLuma } from './jpeg-luma.ts'
import { sharpnessOf } from './sharpness.ts'

const [WIDTH, HEIGHT] = [320, 240]

/** Something like leaves over soil: coarse and fine differences, the same in each run. */
function pictureOf(channels: 1 | 3): Uint8Array {
  let state = 7
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const pixels = new Uint8Array(WIDTH * HEIGHT * channels)
  for (let at = 0; at < pixels.length; at += 1) {
    const [column, row] = [Math.floor(at / channels) % WIDTH, Math.floor(at / channels / WIDTH)]
    pixels[at] = 110 + 40 * Math.sin(column / 9) + 30 * Math.cos(row / 7 + column / 31) + 50 * (random() - 0.5)
  }
  return pixels
}

type Made = { blur?: number; channels?: 1 | 3; kernel?: number[] } & JpegOptions

function make({ blur, channels = 3, kernel, ...options }: Made = {}) {
  const raw = sharp(pictureOf(channels), { raw: { width: WIDTH, height: HEIGHT, channels } })
  const changed = kernel ? raw.convolve({ width: 5, height: 5, kernel }) : blur ? raw.blur(blur) : raw
  return changed
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: 92, ...options })
    .toBuffer()
}

const lumaOf = (jpeg: Uint8Array) => {
  const luma = readJpegLuma(jpeg)
  if (!luma) throw new Error('There is no luma')
  return luma
}
const sharpness = async (made: Made) => sharpnessOf(lumaOf(await make(made)).differences) ?? Number.NaN

/** The next pixel in a block, or the same at its rim. */
const within = (place: number, step: number) =>
  Math.floor((place + step) / 8) === Math.floor(place / 8) && place + step >= 0 ? place + step : place

/** Across and down, of pixels that were decoded by another program: differences within blocks, which are mirrored at their rims. */
async function differencesOfPixels(jpeg: Uint8Array) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const at = (column: number, row: number) => data[(row * info.width + column) * info.channels] ?? 0
  const sums = [0, 1].map(() => ({ first: 0, second: 0 }))
  for (let row = 0; row < info.height; row += 1)
    for (let column = 0; column < info.width; column += 1)
      for (const [index, sum] of sums.entries()) {
        const [before, after] = [-1, 1].map((step) =>
          index === 0 ? at(within(column, step), row) : at(column, within(row, step)),
        )
        const value = at(column, row)
        sum.first += (value - (before ?? 0)) ** 2
        sum.second += ((before ?? 0) - 2 * value + (after ?? 0)) ** 2
      }
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length
  return { sums, mean }
}

test.each([0, 0.6, 1, 2])(
  'differences and brightness are those of the decoded pixels, blurred by %s pixels',
  async (blur) => {
    const jpeg = await make({ channels: 1, blur })
    const [luma, pixels] = [lumaOf(jpeg), await differencesOfPixels(jpeg)]
    for (const [index, { first, second }] of luma.differences.entries()) {
      const rounded = pixels.sums[index] ?? { first: 0, second: 0 }
      // Pixels that are rounded have a variance of 1/12 more: differences of two, and of six in all.
      expect(first / (rounded.first - (WIDTH * HEIGHT * 2) / 12)).toBeCloseTo(1, 1)
      expect(second / (rounded.second - (WIDTH * HEIGHT * 6) / 12)).toBeCloseTo(1, 1)
    }
    expect(brightnessOf(luma.histogram)).toBeCloseTo(pixels.mean, 0)
  },
)

test('blur makes a picture less sharp, also that of motion in one direction', async () => {
  const whole = await sharpness({})
  const shares = await Promise.all([0.6, 1, 2, 3].map(async (blur) => (await sharpness({ blur })) / whole))
  expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  expect(shares[1]).toBeLessThan(0.6)
  const across = Array.from({ length: 25 }, (_, at) => (Math.floor(at / 5) === 2 ? 1 : 0))
  const down = Array.from({ length: 25 }, (_, at) => (at % 5 === 2 ? 1 : 0))
  for (const kernel of [across, down]) expect((await sharpness({ kernel })) / whole).toBeLessThan(0.65)
})

test('luma alone counts, however the colours are stored', async () => {
  const whole = await sharpness({ chromaSubsampling: '4:4:4' })
  expect(await sharpness({ chromaSubsampling: '4:2:0' })).toBeCloseTo(whole, 1)
  expect(await sharpness({ chromaSubsampling: '4:2:0', optimiseCoding: true })).toBeCloseTo(whole, 1)
})

test('the first bytes of a picture are enough for its upper part', async () => {
  const jpeg = await make()
  const part = lumaOf(jpeg.subarray(0, jpeg.length / 2))
  const blocks = part.histogram.reduce((sum, count) => sum + count, 0)
  expect(blocks).toBeGreaterThan((0.3 * WIDTH * HEIGHT) / 64)
  expect(blocks).toBeLessThan((0.7 * WIDTH * HEIGHT) / 64)
  expect(sharpnessOf(part.differences)).toBeCloseTo(await sharpness({}), 1)
})

const segment = (marker: number, content: number[]) => [0xff, marker, 0, content.length + 2, ...content]
/** Two grey blocks. Codes: 0 for the same mean as before, 10 for one of six bits; 0 for no other frequency. */
const twoBlocks = (scan: number[], restart = [0, 1]) =>
  Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    ...segment(0xc0, [8, 0, 8, 0, 16, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, 1, 1, ...Array.from({ length: 14 }, () => 0), 0, 6]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xdd, restart),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...scan,
    0xff,
    0xd9,
  ])
/** 10 101000 0: a mean that is 40 steps brighter than before, and filling. */
const BRIGHTER = [0b1010_1000, 0b0111_1111]
const meansOf = (jpeg: Uint8Array) =>
  [...lumaOf(jpeg).histogram.entries()].flatMap(([luma, count]) => (count > 0 ? [[luma, count]] : []))

test('wherever a picture is cut, its last block counts only if it is whole', async () => {
  const jpeg = await make()
  const sums = Array.from(
    { length: 200 },
    (_, at) => lumaOf(jpeg.subarray(0, jpeg.length / 2 + at)).differences[0]?.first,
  )
  expect(sums).toEqual(sums.toSorted((one = 0, other = 0) => one - other))
})

test('after a restart, means begin anew', () => {
  expect(meansOf(twoBlocks([...BRIGHTER, 0xff, 0xd0, ...BRIGHTER]))).toEqual([[168, 2]])
  expect(meansOf(twoBlocks([...BRIGHTER, 0xff, 0xff, 0xd0, ...BRIGHTER]))).toEqual([[168, 2]])
  // Without a restart, the second block is as bright as the first: 0 0.
  expect(meansOf(twoBlocks([0b1010_1000, 0b0001_1111], [0, 0]))).toEqual([[168, 2]])
  // Between two restarts a block is missing.
  expect(readJpegLuma(twoBlocks([0xff, 0xd0, ...BRIGHTER]))).toBeNull()
})

test('what is progressive, of four colours, no JPEG or cut off before its pixels says nothing', async () => {
  expect(readJpegLuma(await make({ progressive: true }))).toBeNull()
  const cmyk = sharp(pictureOf(3), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .toColourspace('cmyk')
    .jpeg()
  expect(readJpegLuma(await cmyk.toBuffer())).toBeNull()
  const jpeg = await make()
  for (const length of [0, 3, 20, 300]) expect(readJpegLuma(jpeg.subarray(0, length))).toBeNull()
  expect(readJpegLuma(Uint8Array.from({ length: 1000 }, (_, at) => at))).toBeNull()
})

test('bytes that are wrong anywhere are read as far as they make sense, without an error', async () => {
  const jpeg = Uint8Array.from(await make({ quality: 60 }))
  const values: number[] = []
  for (let at = 2; at < jpeg.length; at += at < 700 ? 1 : 97) {
    const wrong = Uint8Array.from(jpeg)
    wrong.set([0xff - (jpeg[at] ?? 0), (at * 31) % 256], at)
    values.push(sharpnessOf(readJpegLuma(wrong)?.differences ?? []) ?? 0)
  }
  expect(values.every((value) => value >= 0 && value <= 4)).toBe(true)
})

test.each([
  ['grass', { r: 90, g: 130, b: 70 }, { blueOverGreen: 0, greenest: 1 }],
  ['red soil', { r: 160, g: 100, b: 70 }, { blueOverGreen: 0, greenest: 0 }],
  ['plants in near infrared', { r: 160, g: 110, b: 150 }, { blueOverGreen: 1, greenest: 0 }],
  ['a road', { r: 120, g: 120, b: 120 }, { blueOverGreen: 0, greenest: 0 }],
])('the colours of %s are known, whatever the sampling of chroma', async (_, background, colours) => {
  const picture = () => sharp({ create: { width: 64, height: 48, channels: 3, background } })
  for (const chromaSubsampling of ['4:4:4', '4:2:0']) {
    const jpeg = await picture().jpeg({ quality: 100, chromaSubsampling }).toBuffer()
    const { r, g, b } = background
    const cr = 0.5 * r - 0.4187 * g - 0.0813 * b
    expect(readJpegLuma(jpeg)?.colours).toEqual({ ...colours, cr: expect.closeTo(cr, -1) })
  }
})
