// Where GDAL is (`gdal-bin` and `python3-gdal`), it has the last word on the copies.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleType } from '#domain/maps.ts'
import { samplesIn } from '#imagery/rasters/read-rows.ts'
import { makeTiff, type TiffOptions } from '#imagery/testing/make-tiff.ts'
import { copyOf, readLevels, valuesOf } from '../testing/raster-copies.ts'

const SIZE = { width: 1100, height: 700 }
const PLACE = {
  scale: [0.03, 0.03, 0] as const,
  tiepoint: [0, 0, 0, 300_000, 4_900_000, 0],
  keys: { 1024: 1, 3072: 32_615 },
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gdal-'))
})
afterAll(() => rm(folder, { recursive: true }))

const COLOURS: TiffOptions = {
  ...SIZE,
  ...PLACE,
  bands: 4,
  photometric: 2,
  extraSamples: [2],
  valueAt: (x, y, band) =>
    band === 3 ? (x < 200 ? 0 : 255) : 90 + band * 30 + Math.round(40 * Math.sin((x + y) / 30)),
}
const NUMBERS = (['uint16', 'int16', 'float32', 'float64'] satisfies SampleType[]).map((sampleType, index) => ({
  ...SIZE,
  ...PLACE,
  sampleType,
  bands: index === 0 ? 5 : 1,
  nodata: '-9999',
  ...(sampleType === 'uint16' && { nodata: '65535' }),
  valueAt: valuesOf(sampleType),
}))

/** The samples of a level as GDAL reads them, band by band for each pixel. */
async function readWithGdal(path: string, level: number, sampleType: SampleType) {
  const raw = join(folder, 'raw')
  const ofLevel = level === 0 ? [] : ['-ovr', String(level - 1)]
  execFileSync('gdal_translate', ['-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BIP', ...ofLevel, path, raw])
  return samplesIn(new Uint8Array(await readFile(raw)), sampleType)
}

test.each(NUMBERS)(
  "GDAL's validator accepts the copy of $sampleType, and GDAL reads the same numbers at each level",
  async (options) => {
    const path = join(folder, 'numbers.tif')
    const copy = await copyOf(makeTiff(options))
    await writeFile(path, copy)
    expect(validate(path)).toContain('is a valid cloud optimized GeoTIFF')
    for (const [level, { samples }] of (await readLevels(copy)).entries()) {
      const theirs = await readWithGdal(path, level, options.sampleType)
      expect(samples.findIndex((value, at) => !Object.is(value, theirs[at]))).toBe(-1)
    }
  },
)

test("GDAL's validator accepts the copy of a photo, and GDAL finds its mask and its place", async () => {
  const path = join(folder, 'photo.tif')
  await writeFile(path, await copyOf(makeTiff(COLOURS)))
  expect(validate(path)).toContain('is a valid cloud optimized GeoTIFF')
  const about = execFileSync('gdalinfo', [path], { encoding: 'utf8' })
  expect(about).toContain('Mask Flags: PER_DATASET')
  expect(about).toContain('ID["EPSG",32615]]')
  expect(about).toContain('Origin = (300000.000000000000000,4900000.000000000000000)')
  execFileSync('gdal_translate', ['-q', '-of', 'ENVI', '-b', 'mask', path, join(folder, 'mask')])
  const mask = await readFile(join(folder, 'mask'))
  expect(mask.findIndex((value, at) => value !== (at % SIZE.width < 200 ? 0 : 255))).toBe(-1)
})

const validate = (path: string) =>
  execFileSync(
    '/usr/bin/python3',
    ['-m', 'osgeo_utils.samples.validate_cloud_optimized_geotiff', '--full-check=yes', path],
    {
      encoding: 'utf8',
    },
  )
