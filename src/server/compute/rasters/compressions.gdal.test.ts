// What GDAL writes in the compressions of other programs is read with the numbers that GDAL reads.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleType } from '#domain/maps.ts'
import { findRaster } from '#imagery/rasters/raster.ts'
import { createRowReader, samplesIn } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { codecs } from './raster-codecs.ts'

const SIZE = { width: 301, height: 197 }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compressions-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Case = {
  sampleType: SampleType
  bands: number
  options: string
  valueAt?: (x: number, y: number, band: number) => number
}

const waves = (x: number, y: number, band: number) => Math.round(120 + 100 * Math.sin(x / (7 + band)) * Math.cos(y / 9))
const withHoles = (x: number, y: number) => (x > 40 && x < 90 && y < 60 ? Number.NaN : 100 + x / 7 - y / 3)
const withAlpha = (x: number, y: number, band: number) => (band < 3 ? waves(x, y, band) : x + y < 150 ? 0 : 255)

const CASES: Case[] = [
  { sampleType: 'float32', bands: 1, options: 'COMPRESS=LERC', valueAt: withHoles },
  { sampleType: 'float32', bands: 1, options: 'COMPRESS=LERC MAX_Z_ERROR=0.01 TILED=YES' },
  { sampleType: 'float64', bands: 2, options: 'COMPRESS=LERC_DEFLATE TILED=YES' },
  { sampleType: 'uint16', bands: 5, options: 'COMPRESS=LERC_ZSTD TILED=YES INTERLEAVE=BAND' },
  { sampleType: 'int16', bands: 1, options: 'COMPRESS=LERC_ZSTD' },
  { sampleType: 'uint8', bands: 3, options: 'COMPRESS=LERC TILED=YES' },
  { sampleType: 'uint8', bands: 4, options: 'COMPRESS=LERC TILED=YES', valueAt: withAlpha },
  { sampleType: 'uint8', bands: 3, options: 'COMPRESS=WEBP WEBP_LOSSLESS=YES TILED=YES' },
  { sampleType: 'uint8', bands: 4, options: 'COMPRESS=WEBP WEBP_LOSSLESS=YES TILED=YES', valueAt: withAlpha },
  { sampleType: 'uint8', bands: 3, options: 'COMPRESS=WEBP WEBP_LEVEL=80' },
  { sampleType: 'uint16', bands: 1, options: 'NBITS=12', valueAt: (x, y) => waves(x, y, 0) * 17 },
  { sampleType: 'uint16', bands: 3, options: 'NBITS=12 COMPRESS=LZW TILED=YES', valueAt: (...at) => waves(...at) * 17 },
  {
    sampleType: 'uint16',
    bands: 2,
    options: 'NBITS=10 COMPRESS=DEFLATE INTERLEAVE=BAND',
    valueAt: (...at) => waves(...at) * 4,
  },
]

test.each(CASES)('$sampleType, $bands bands, $options', async ({ sampleType, bands, options, valueAt = waves }) => {
  const [plain, packed, raw] = ['plain.tif', 'packed.tif', 'raw'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const colours = sampleType === 'uint8' ? { photometric: 2, ...(bands === 4 && { extraSamples: [2] }) } : {}
  await writeFile(plain, makeTiff({ ...SIZE, sampleType, bands, valueAt, ...colours }))
  const chosen = options.split(' ').flatMap((option) => ['-co', option])
  execFileSync('gdal_translate', ['-q', ...chosen, plain, packed])
  execFileSync('gdal_translate', ['-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BIP', packed, raw])
  const theirs = samplesIn(new Uint8Array(await readFile(raw)), sampleType)
  const bytes = new Uint8Array(await readFile(packed))
  const readRange = (from: number, to: number) => Promise.resolve(bytes.subarray(from, to))
  const { raster } = findRaster(await readDirectories(bytes.length, readRange))
  expect(raster.sampleType).toBe(sampleType)
  const rows = await createRowReader({ raster, readRange, codecs })(0, SIZE.height)
  expect(samplesIn(rows, sampleType)).toEqual(theirs)
})

test('a block of LERC that says it is larger, or of another type, is damaged', async () => {
  const [plain, packed] = [join(folder, 'plain.tif'), join(folder, 'packed.tif')]
  await writeFile(plain, makeTiff({ ...SIZE, sampleType: 'float32', bands: 1, valueAt: waves }))
  execFileSync('gdal_translate', ['-q', '-co', 'COMPRESS=LERC', plain, packed])
  const bytes = new Uint8Array(await readFile(packed))
  const readRange = (from: number, to: number) => Promise.resolve(bytes.subarray(from, to))
  const { raster } = findRaster(await readDirectories(bytes.length, readRange))
  for (const changed of [
    { ...raster, block: { ...raster.block, width: 300 } },
    { ...raster, block: { ...raster.block, height: raster.block.height - 1 } },
    { ...raster, sampleType: 'int32' as const },
  ])
    await expect(createRowReader({ raster: changed, readRange, codecs })(0, 10)).rejects.toThrow(/another (size|type)/)
})
