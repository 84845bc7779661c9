import { expect, test } from 'vitest'
import { readPhoto } from '../read-photo.ts'
import { makeTiff } from '../testing/make-photo.ts'

const [WIDTH, HEIGHT] = [300, 200]

type Made = { bits?: 8 | 16; isLittleEndian?: boolean; rowsPerStrip?: number; blur?: number; value?: number }

const noise = (column: number, row: number): number => {
  const wild = Math.sin(column * 12.9898 + row * 78.233) * 43_758.5453
  return wild - Math.floor(wild) - 0.5
}

/** Of a multispectral camera: one band, its directory behind the pixels. */
function make({ bits = 16, isLittleEndian = true, rowsPerStrip = 1, blur = 0, value = 0.4 }: Made = {}) {
  const rowBytes = (WIDTH * bits) / 8
  const strips = Math.ceil(HEIGHT / rowsPerStrip)
  const offsets = Array.from({ length: strips }, (_, at) => 1000 + at * rowsPerStrip * rowBytes)
  const tags = {
    256: { long: [WIDTH] },
    257: { long: [HEIGHT] },
    258: { short: [bits] },
    259: { short: [1] },
    273: { long: offsets },
    277: { short: [1] },
    278: { short: [rowsPerStrip] },
    279: { long: offsets.map(() => rowsPerStrip * rowBytes) },
  }
  // Strips of one row have long lists, which lie behind the pixels.
  const start = 1000 + strips * rowsPerStrip * rowBytes
  const tiff = makeTiff([tags], { isLittleEndian, start })
  const view = new DataView(tiff.buffer)
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1) {
      let sum = 0
      for (let step = -blur; step <= blur; step += 1) sum += noise(column + step, row)
      const share = Math.min(1, value + (0.2 * sum) / (2 * blur + 1))
      const at = 1000 + row * rowBytes + (column * bits) / 8
      if (bits === 8) view.setUint8(at, share * 255)
      else view.setUint16(at, share * 65_535, isLittleEndian)
    }
  return tiff
}

async function pixelsOf(tiff: Uint8Array, withPixels = true) {
  let asked = 0
  const readRange = (from: number, to: number) => {
    asked += to - from
    return Promise.resolve(tiff.slice(from, to))
  }
  return { ...(await readPhoto({ size: tiff.length, readRange }, withPixels))?.pixels, asked }
}

test.each<Made>([{}, { isLittleEndian: false }, { bits: 8 }, { rowsPerStrip: 16 }, { rowsPerStrip: HEIGHT }])(
  'brightness and sharpness of a TIFF are those of its pixels: %o',
  async (made) => {
    const sharp = await pixelsOf(make(made))
    expect(sharp.brightness).toBeCloseTo(0.4 * 255, -1)
    // Noise has 3, and the mean of five neighbours of it 2.
    expect(sharp.sharpness).toBeCloseTo(3, 0)
    expect(sharp.white).toBe(0)
    const blurred = await pixelsOf(make({ ...made, blur: 2 }))
    expect(blurred.sharpness).toBeCloseTo(2, 0)
    expect(await pixelsOf(make({ ...made, value: 1.2 }))).toMatchObject({ brightness: 255, white: 1, sharpness: null })
  },
)

test('a part of the pixels is read, and none where they are not asked for', async () => {
  const tiff = make()
  expect((await pixelsOf(tiff)).asked).toBeLessThan(tiff.length)
  expect(await pixelsOf(tiff, false)).toMatchObject({ sharpness: null, brightness: null, white: null })
})

/** With another value of a tag. */
const wrong = (tag: number, value: number) => {
  const tiff = make({ rowsPerStrip: HEIGHT })
  const view = new DataView(tiff.buffer)
  const at = view.getUint32(4, true)
  for (let entry = at + 2; entry < at + 2 + 12 * 8; entry += 12)
    if (view.getUint16(entry, true) === tag) view.setUint32(entry + 8, value, true)
  return tiff
}

test('of a TIFF that is packed, or whose strips lie elsewhere, nothing is said', async () => {
  for (const [tag, value] of [
    [259, 5],
    [258, 12],
    [273, 0xff_ff_ff_00],
    [256, 0x7f_ff_ff_ff],
    [257, 1],
    [278, 0],
    [277, 0xff_ff],
  ] as const)
    expect((await pixelsOf(wrong(tag, value))).sharpness).toBeNull()
})
