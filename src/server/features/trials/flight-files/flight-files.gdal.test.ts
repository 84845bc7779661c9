// Where GDAL is (`gdal-bin` and `python3-gdal`), it has the last word on the files that people open in QGIS.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplesIn } from '#imagery/rasters/read-rows.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff, trialOnMaps } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let customer: TestUser
let folder = ''
beforeAll(async () => {
  server = await openTestServer()
  customer = await createUser(server)
  folder = await mkdtemp(join(tmpdir(), 'gdal-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const SIZE = { width: 1400, height: 1200, pixel: 0.02 }
/** Plants in stripes, with pixels of other greens among them, and no data in a corner. */
const valueAt = (x: number, y: number, band: number) => {
  if (x + y < 700) return band === 3 ? 0 : 90
  const isPlant = Math.sin(x / 9) + Math.sin(y / 7 + x) > 0.4
  const colour = isPlant ? [60, 130 + ((x * 7 + y * 13) % 40), 60, 255] : [120, 100 + ((x * 5 + y * 3) % 25), 80, 255]
  return colour[band] ?? 0
}
const PLOTS = inUtm([
  polygon({ plot_id: '101' }, square(7.013, 7.017, 3)),
  polygon({ plot_id: '102' }, square(12.5, 6.99, 3)),
])

type Wanted = { measurementId: string; trialFlightId: string; kind: 'index' | 'mask'; trait?: string }

async function download(wanted: Wanted) {
  const { token } = customer
  await server.call('makeFlightFile', { token, body: wanted })
  await waitForJobs(server, 'write-flight-file')
  const { data } = (await server.call('getFlightFile', { token, query: wanted })).body
  expect(data).toMatchObject({ state: 'READY', reason: null })
  const path = join(folder, `${wanted.kind}.tif`)
  await writeFile(path, new Uint8Array(await (await fetch(data.url ?? '')).arrayBuffer()))
  return path
}

type Info = {
  size: [number, number]
  geoTransform: number[]
  metadata: { '': Record<string, string> }
  bands: {
    description: string
    noDataValue: number | 'NaN'
    block: number[]
    overviews: object[]
    metadata: { '': Record<string, string> }
  }[]
}

/** With all of their digits. */
const statisticsOf = ({ bands }: Info) =>
  ['MINIMUM', 'MAXIMUM', 'MEAN', 'STDDEV'].map((name) => Number(bands[0]?.metadata[''][`STATISTICS_${name}`]))

const infoOf = (path: string) =>
  JSON.parse(execFileSync('gdalinfo', ['-json', '-stats', path], { encoding: 'utf8' })) as Info

async function valuesIn(path: string, sampleType: 'uint8' | 'float32') {
  const raw = join(folder, 'raw')
  execFileSync('gdal_translate', ['-q', '-of', 'ENVI', path, raw])
  return [...samplesIn(new Uint8Array(await readFile(raw)), sampleType)]
}

const validate = (path: string) =>
  execFileSync(
    '/usr/bin/python3',
    ['-m', 'osgeo_utils.samples.validate_cloud_optimized_geotiff', '--full-check=yes', path],
    { encoding: 'utf8' },
  )

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean over a square plot of 3 m, each pixel by the part of it that lies in the plot. */
function meanOfPlot(values: readonly number[], { size, geoTransform }: Info, [x, y]: readonly [number, number]) {
  const [west = 0, pixel = 0, , north = 0] = geoTransform
  let [sum, all] = [0, 0]
  const inside = (low: number, high: number, from: number) =>
    Math.max(0, Math.min(high, from + 3) - Math.max(low, from)) / pixel
  for (let row = 0; row < size[1]; row += 1)
    for (let column = 0; column < size[0]; column += 1) {
      const left = west + column * pixel - 300_000
      const bottom = north - (row + 1) * pixel - 4_900_000
      const weight = inside(left, left + pixel, x) * inside(bottom, bottom + pixel, y)
      if (weight === 0) continue
      sum += weight * (values[row * size[0] + column] ?? 0)
      all += weight
    }
  return sum / all
}

test.each([{ method: 'otsu' as const }, { method: 'exg' as const, threshold: 0.15, isCleaned: true }])(
  'an index and the mask by $method open in QGIS: the values of plots are theirs, and so are the statistics',
  async (mask) => {
    const staff = await createStaff(server)
    const content = fieldTiff({ ...SIZE, bands: 4, photometric: 2, extraSamples: [2], valueAt })
    const flights = [{ takenOn: '2026-07-01', orthomosaic: { fileName: 'field.tif', content } }]
    const { trialId, flightIds } = await trialOnMaps(server, { owner: customer, staff, flights, plots: PLOTS })
    const { token } = customer
    const settings = { bufferMetres: 0, mask, traits: ['canopyCover', 'NGRDI'] }
    const { measurementId } = (await server.call('startMeasurement', { token, body: { trialId, ...settings } })).body
      .data
    await waitForJobs(server, 'measure-trial')
    const of = { measurementId, trialFlightId: flightIds[0] ?? '' }
    const measured = async (trait: string) => {
      const query = { measurementId, trait, stat: 'mean', scope: 'all' } as const
      return (await server.call('getTraitTable', { token, query })).body.data
    }

    const indexPath = await download({ ...of, kind: 'index', trait: 'NGRDI' })
    expect(validate(indexPath)).toContain('is a valid cloud optimized GeoTIFF')
    const info = infoOf(indexPath)
    const [band] = info.bands
    expect(band).toMatchObject({
      description: 'NGRDI: Normalised green-red difference',
      noDataValue: 'NaN',
      block: [512, 512],
    })
    expect(band?.overviews).toHaveLength(1)
    // 5 m around the plots, on the edges of the pixels of the orthomosaic.
    expect(info.geoTransform).toEqual([300_002, 0.02, 0, 4_900_015.02, 0, -0.02].map((at) => expect.closeTo(at, 6)))
    const values = await valuesIn(indexPath, 'float32')
    const there = values.filter((value) => !Number.isNaN(value))
    expect(there.length).toBeLessThan(values.length)
    const mean = meanOf(there)
    const deviation = Math.sqrt(meanOf(there.map((value) => (value - mean) ** 2)))
    const [low, high] = [there.reduce((a, b) => Math.min(a, b)), there.reduce((a, b) => Math.max(a, b))]
    expect(statisticsOf(info)).toEqual([low, high, mean, deviation].map((value) => expect.closeTo(value, 6)))
    const places = [
      [7.013, 7.017],
      [12.5, 6.99],
    ] as const
    for (const [at, { value }] of (await measured('NGRDI')).entries())
      expect(meanOfPlot(values, info, places[at] ?? [0, 0])).toBeCloseTo(value ?? Number.NaN, 6)

    const maskPath = await download({ ...of, kind: 'mask' })
    expect(validate(maskPath)).toContain('is a valid cloud optimized GeoTIFF')
    const maskInfo = infoOf(maskPath)
    const covers = await measured('canopyCover')
    expect(maskInfo.bands[0]).toMatchObject({ noDataValue: 255 })
    expect(maskInfo.metadata['']).toMatchObject({
      mask_method: mask.method,
      mask_threshold: String(covers[0]?.mask_threshold),
      mask_cleaned: String(mask.isCleaned ?? false),
    })
    expect(maskInfo.geoTransform).toEqual(info.geoTransform)
    const plants = await valuesIn(maskPath, 'uint8')
    expect(new Set(plants)).toEqual(new Set([0, 1, 255]))
    const share = meanOf(plants.filter((value) => value !== 255))
    expect(statisticsOf(maskInfo).slice(0, 3)).toEqual([0, 1, expect.closeTo(share, 6)])
    for (const [at, { value }] of covers.entries())
      expect(100 * meanOfPlot(plants, maskInfo, places[at] ?? [0, 0])).toBeCloseTo(value ?? Number.NaN, 3)
  },
)
