import { describe, expect, test } from 'vitest'
import type { SampleType } from '#domain/maps.ts'
import { makeTiff, type TiffOptions } from '#imagery/testing/make-tiff.ts'
import { copyOf, isFloat, readLevels, valuesOf } from '../testing/raster-copies.ts'

const TYPES: SampleType[] = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float32', 'float64']
/** The first sample that is not what was written. */
function firstDifference(samples: ArrayLike<number> | undefined, { width, height, bands = 1, valueAt }: TiffOptions) {
  if (samples?.length !== width * height * bands) return `${samples?.length} samples`
  for (let at = 0; at < samples.length; at += 1) {
    const pixel = Math.floor(at / bands)
    const [x, y, band] = [pixel % width, Math.floor(pixel / width), at % bands]
    if (!Object.is(samples[at], valueAt(x, y, band))) return { x, y, band, is: samples[at], was: valueAt(x, y, band) }
  }
  return undefined
}

type Variant = Partial<TiffOptions> & { sampleType?: SampleType }
const VARIANTS: Variant[] = [
  ...TYPES.map((sampleType) => ({ sampleType })),
  ...TYPES.map((sampleType) => ({ sampleType, isBigEndian: true, compression: 'deflate' as const })),
  ...(['lzw', 'deflate', 'packbits', 'zstd'] as const).flatMap((compression) => [
    { compression, rowsPerStrip: 7 },
    { compression, tile: 32, sampleType: 'uint16' as const, bands: 5 },
  ]),
  { predictor: 2, compression: 'lzw', bands: 3 },
  { predictor: 2, compression: 'deflate', sampleType: 'uint16', bands: 4, tile: 16 },
  { predictor: 2, compression: 'deflate', sampleType: 'int32', isBigEndian: true },
  { predictor: 3, compression: 'deflate', sampleType: 'float32', tile: 32 },
  { predictor: 3, compression: 'lzw', sampleType: 'float32', bands: 2, isBigEndian: true },
  { predictor: 3, compression: 'deflate', sampleType: 'float64' },
  { isPlanar: true, bands: 12, sampleType: 'uint16', tile: 32, compression: 'deflate' },
  { isPlanar: true, bands: 3, rowsPerStrip: 5 },
  { isBig: true, bands: 4, tile: 64 },
  { isBig: true, isBigEndian: true, sampleType: 'float32', rowsPerStrip: 1 },
]

test.each(VARIANTS)('%j is read as it was written', async (variant) => {
  const valueAt = valuesOf(variant.sampleType ?? 'uint8')
  const options = { width: 75, height: 41, valueAt, ...variant }
  const [level] = await readLevels(makeTiff(options))
  expect(firstDifference(level?.samples, options)).toBeUndefined()
})

const heightAt = (x: number, y: number) => (x < 9 ? -9999 : Math.fround(351 + Math.sin(x / 40) * 2 + y / 999))

const isThere = (x: number, y: number) => x >= 512 || y % 300 > 40

const colourAt = (x: number, y: number, band: number) =>
  band === 3 ? (isThere(x, y) ? 255 : 0) : 90 + band * 30 + Math.round(40 * Math.sin((x + y * 2) / 30))

/** How much of the pixels of full size that a pixel of a level covers is there. */
const opaqueShare = (x: number, y: number, scale: number) =>
  Array.from({ length: scale * scale }, (_, at) =>
    Number(isThere(x * scale + (at % scale), y * scale + Math.floor(at / scale))),
  ).reduce((sum, one) => sum + one / scale ** 2, 0)

const fourBands = (nir: boolean) =>
  copyOf(
    makeTiff({
      width: 600,
      height: 20,
      bands: 4,
      photometric: 2,
      valueAt: (x, _y, band) => (band < 3 ? 100 : nir ? x % 200 : 255),
    }),
  )

describe('the copy for viewing', () => {
  const SIZE = { width: 1100, height: 700 }

  test.each([
    { sampleType: 'uint16', bands: 5, nodata: '65535' },
    { sampleType: 'float32', nodata: '-9999' },
    { sampleType: 'float32', nodata: 'nan', bands: 2 },
    { sampleType: 'int16' },
    { sampleType: 'uint8' },
    { sampleType: 'float64' },
  ] satisfies Variant[])(
    'of %j has its numbers to the bit, and overviews that are means of what is there',
    async (about) => {
      const { sampleType, bands, nodata: said } = { bands: 1, nodata: undefined, ...about }
      const nodata = said === undefined ? undefined : Number(said)
      const plain = valuesOf(sampleType)
      const valueAt = (x: number, y: number, band: number) =>
        nodata !== undefined && (x < 300 || (x + y) % 5 === 0) ? nodata : plain(x, y, band)
      const options = { ...SIZE, valueAt, compression: 'deflate' as const, tile: 256, ...about }
      const levels = await readLevels(await copyOf(makeTiff(options)))
      expect(levels.map(({ raster }) => [raster.width, raster.height])).toEqual([
        [1100, 700],
        [550, 350],
        [275, 175],
      ])
      const [full, half] = levels
      expect(firstDifference(full?.samples, options)).toBeUndefined()
      expect(full?.raster.nodata).toEqual(nodata)
      const there = (x: number, y: number) =>
        [
          valueAt(2 * x, 2 * y, 0),
          valueAt(2 * x + 1, 2 * y, 0),
          valueAt(2 * x, 2 * y + 1, 0),
          valueAt(2 * x + 1, 2 * y + 1, 0),
        ].filter((value) => value !== nodata && !Number.isNaN(value))
      for (const [x, y] of [
        [0, 0],
        [149, 10],
        [150, 11],
        [300, 200],
        [549, 349],
      ] as const) {
        const values = there(x, y)
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length
        const shown = half?.samples[(y * 550 + x) * bands] ?? Number.NaN
        const error = values.length === 0 ? Number(!Object.is(shown, nodata)) : Math.abs(shown - mean)
        expect(error).toBeLessThanOrEqual(isFloat(sampleType) ? Math.abs(mean || 0) * 1e-6 : 0.5)
      }
    },
  )

  test('of elevation is within a millimetre when it is rounded', async () => {
    const options = { ...SIZE, sampleType: 'float32' as const, nodata: '-9999', valueAt: heightAt }
    const [level] = await readLevels(await copyOf(makeTiff(options), true))
    let worst = 0
    for (let at = 0; at < (level?.samples.length ?? 0); at += 1)
      worst = Math.max(
        worst,
        Math.abs(heightAt(at % SIZE.width, Math.floor(at / SIZE.width)) - (level?.samples[at] ?? 0)),
      )
    expect(worst).toBeLessThan(0.001)
  })

  test('of a picture is nearly the same, and its transparency exact at every level', async () => {
    const options = {
      ...SIZE,
      bands: 4,
      photometric: 2,
      extraSamples: [2],
      valueAt: colourAt,
      compression: 'lzw' as const,
    }
    const levels = await readLevels(await copyOf(makeTiff(options)))
    const wrong: string[] = []
    for (const [depth, { raster, mask }] of levels.entries())
      for (let y = 0; y < Math.floor(SIZE.height / 2 ** depth); y += 7)
        for (let x = 0; x < Math.floor(SIZE.width / 2 ** depth); x += 7) {
          const there = opaqueShare(x, y, 2 ** depth)
          const shown = mask?.[y * raster.width + x]
          if ((there === 1 && shown !== 255) || (there === 0 && shown !== 0)) wrong.push(`${depth}: ${x}, ${y}`)
        }
    expect(wrong).toEqual([])
    let [sum, count] = [0, 0]
    for (let at = 0; at < SIZE.width * SIZE.height; at += 97) {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
      for (let band = 0; band < 3 && isThere(x, y); band += 1) {
        sum += Math.abs((levels[0]?.samples[at * 3 + band] ?? 0) - colourAt(x, y, band))
        count += 1
      }
    }
    expect(sum / count).toBeLessThan(2)
  })

  test.each([
    [1, 1],
    [512, 512],
    [513, 1],
    [3, 1025],
  ])('of %d x %d pixels', async (width, height) => {
    const options = { width, height, valueAt: valuesOf('uint16'), sampleType: 'uint16' as const }
    const [full] = await readLevels(await copyOf(makeTiff(options)))
    expect(firstDifference(full?.samples, options)).toBeUndefined()
  })

  test('an undeclared fourth band is alpha when it is 0 or 255, and near infrared otherwise', async () => {
    expect((await readLevels(await fourBands(false)))[0]?.raster.bands).toBe(3)
    expect((await readLevels(await fourBands(true)))[0]?.raster.bands).toBe(4)
  })

  test('keeps its place: a rotated one, and one whose coordinates are of the centres of pixels', async () => {
    const base = { width: 600, height: 10, valueAt: () => 1 }
    const rotated = [0.03, 0.01, 0, 500_000, 0.01, -0.03, 0, 4_900_000, 0, 0, 0, 0, 0, 0, 0, 1]
    const [level] = await readLevels(await copyOf(makeTiff({ ...base, matrix: rotated, keys: { 3072: 32_615 } })))
    expect(level?.raster.transform).toEqual([0.03, 0.01, 500_000, 0.01, -0.03, 4_900_000])
    expect(level?.raster.geoKeys?.get(3072)).toBe(32_615)
    const centred = { scale: [0.5, 0.5, 0] as const, tiepoint: [0, 0, 0, 100, 200, 0], keys: { 1025: 2, 3072: 32_615 } }
    const original = makeTiff({ ...base, ...centred })
    for (const file of [original, await copyOf(original)])
      expect((await readLevels(file))[0]?.raster.transform).toEqual([0.5, 0, 99.75, 0, -0.5, 200.25])
  })
})
