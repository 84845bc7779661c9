import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Purpose } from '#domain/maps.ts'
import type { RunQuality } from '#domain/processing.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { createWaitingRun } from '#server/testing/server/fixtures.ts'
import { QUALITY } from '#server/testing/server/test-engine.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

// 30 m by 24 m: 20 plots of 4 m by 3 m, whose plants are 0.1 to 1.05 m high, and soil around them.
const [WIDTH, HEIGHT] = [30, 24]
const PLOTS = Array.from({ length: 20 }, (_, at) => ({
  name: String(101 + at),
  left: 1 + (at % 5) * 6,
  bottom: 1 + Math.floor(at / 5) * 6,
  height: 0.1 + at * 0.05,
}))
const plotAt = (x: number, y: number) =>
  PLOTS.find(({ left, bottom }) => x >= left && x < left + 4 && y >= bottom && y < bottom + 3)
/** From 80 to 100 % of the height of the plot: the 95th percentile is 99 % of it. */
const plantAt = (x: number, y: number) => {
  const plot = plotAt(x, y)
  return plot ? plot.height * (0.8 + 0.2 * ((x - plot.left) / 4)) : 0
}
const groundAt = (x: number, y: number) => 350 + 0.01 * x + 0.15 * Math.sin(x / 4) * Math.cos(y / 5)
/** The flight floats, is tilted and bent. */
const driftAt = (x: number, y: number) => 0.12 + 0.006 * x - 0.004 * y + 0.0004 * (x - 12) * (y - 9)
/** Up to 1 cm up and down. */
const noiseAt = (x: number, y: number) => {
  const mixed = Math.sin(x * 129.898 + y * 782.33) * 43_758.5453
  return 0.02 * (mixed - Math.floor(mixed) - 0.5)
}

const mapOf = (pixel: number, valueAt: (x: number, y: number, band: number) => number, bands = 1) =>
  Buffer.from(
    makeTiff({
      width: Math.round(WIDTH / pixel),
      height: Math.round(HEIGHT / pixel),
      bands,
      ...(bands === 1 ? { sampleType: 'float32' as const } : { photometric: 2 }),
      compression: 'deflate',
      tile: 128,
      valueAt: (column, row, band) => valueAt((column + 0.5) * pixel, HEIGHT - (row + 0.5) * pixel, band),
      scale: [pixel, pixel, 0],
      tiepoint: [0, 0, 0, 300_000, 4_900_000 + HEIGHT, 0],
      keys: { 1024: 1, 1025: 1, 3072: 32_615 },
    }),
  )

const FILES = {
  'field_2026-07-01_orthomosaic.tif': mapOf(
    0.05,
    (x, y, band) => (plotAt(x, y) ? [60, 120, 40] : [120, 100, 80])[band] ?? 0,
    3,
  ),
  'field_2026-07-01_dsm.tif': mapOf(0.05, (x, y) => groundAt(x, y) + driftAt(x, y) + plantAt(x, y) + noiseAt(x, y)),
  'field_2026-05-01_dsm.tif': mapOf(0.1, groundAt),
}

const ring = ({ left, bottom }: { left: number; bottom: number }) =>
  [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
    [0, 0],
  ].map(([x = 0, y = 0]) => [300_000 + left + x, 4_900_000 + bottom + y])

/** What the elevation of a flight was found to be unfit for after the flight was added, as by a newer version. */
type Wanted = { hasElevation: boolean; notGoodFor?: Purpose[]; files?: typeof FILES; quality?: Partial<RunQuality> }

async function measure(traits: string[], { hasElevation, notGoodFor = [], files = FILES, quality }: Wanted) {
  const { token } = customer
  const { analysisRequestId: id } = await submitArchive(server, customer)
  for (const [fileName, content] of Object.entries(files))
    await attachReportFile(server, staff, { id, fileName, content })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body: maps } = await server.call('listMaps', { token, query: { analysisRequestId: id } })
  const mapId = (name: string) => maps.data.find(({ fileName }) => fileName === name)?.mapId ?? ''
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'Heights' } })).body.data
  const elevation = {
    elevationMapId: mapId('field_2026-07-01_dsm.tif'),
    bareGroundMapId: mapId('field_2026-05-01_dsm.tif'),
  }
  const flight = { orthomosaicMapId: mapId('field_2026-07-01_orthomosaic.tif'), ...(hasElevation && elevation) }
  const added = await server.call('addTrialFlight', { token, body: { trialId, takenOn: '2026-07-01', ...flight } })
  const geojson = inUtm(PLOTS.map((plot) => polygon({ plot_id: plot.name }, ring(plot))))
  await server.call('savePlots', { token, body: { trialId, geojson } })
  const { db } = server.deps
  const { facts } = await db
    .selectFrom('maps')
    .select('facts')
    .where('fileId', '=', elevation.elevationMapId)
    .executeTakeFirstOrThrow()
  if (facts)
    await db
      .updateTable('maps')
      .set({ facts: JSON.stringify({ ...facts, notGoodFor }) })
      .where('fileId', '=', elevation.elevationMapId)
      .execute()
  if (quality) await sayMadeBy({ analysisId: id, quality: { ...QUALITY, ...quality } })
  const settings = { bufferMetres: 0, mask: { method: 'exg' as const }, traits }
  const started = await server.call('startMeasurement', { token, body: { trialId, ...settings } })
  await waitForJobs(server, 'measure-trial')
  const { measurementId } = started.body.data
  const { data } = (await server.call('getMeasurement', { token, query: { measurementId } })).body
  const valuesOf = async (trait: string) => {
    const of = { measurementId, flightId: added.body.data.trialFlightId, trait, stat: 'p95', scope: 'veg' } as const
    return (await server.call('getTraitValues', { token, query: of })).body.data
  }
  return { measurement: data, valuesOf, measurementId, trialId }
}

const errorOf = (values: readonly (number | null)[]): number =>
  Math.max(...PLOTS.map(({ height }, at) => Math.abs((values[at] ?? Number.NaN) - height * 0.99)))

test('plant heights are within 1 cm of the truth once the soil is at 0, and those without calibration stand beside them', async () => {
  const { measurement, valuesOf, measurementId } = await measure(['canopyHeight', 'canopyHeightUncalibrated'], {
    hasElevation: true,
  })
  expect([measurement.state, measurement.reason, measurement.unavailable]).toEqual(['DONE', null, []])
  const calibrated = await valuesOf('canopyHeight')
  expect(errorOf(calibrated.values)).toBeLessThan(0.01)
  expect(calibrated.unit).toBe('m')
  expect(errorOf((await valuesOf('canopyHeightUncalibrated')).values)).toBeGreaterThan(0.1)
  expect(calibrated.height).toEqual({
    z0Source: 'ground',
    soilCalibration: 'calibrated',
    soilMedianMetres: expect.closeTo(0.17, 1),
    noiseMetres: expect.closeTo(0.006, 3),
    surface: null,
  })
  const query = { measurementId, trait: 'canopyHeight', stat: 'p95', scope: 'veg' } as const
  const { data: rows } = (await server.call('getTraitTable', { token: customer.token, query })).body
  expect(rows[6]).toMatchObject({
    plot_id: '107',
    z0_source: 'ground',
    soil_calibration: 'calibrated',
    soil_median_m: expect.closeTo(0.17, 1),
    chm_noise_m: expect.closeTo(0.006, 3),
    flags: '',
  })
  const fileOf = (format: string) => {
    const url = `${server.url}/api/trials/table?measurementId=${measurementId}&format=${format}`
    return fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })
  }
  // Both stand side by side, in the report and for each plot, and they are apart by what the soil was off.
  expect(await (await fileOf('report')).text()).toMatch(
    /without calibration, soil lay at 0\.\d+ m; the noise of the soil/,
  )
  const { features } = (await (await fileOf('geojson')).json()) as {
    features: { properties: Record<string, number> }[]
  }
  const [one, other] = ['canopyHeight', 'canopyHeightUncalibrated'].map((trait) =>
    features.map(({ properties }) => properties[`${trait}_m_p95_2026-07-01`] ?? Number.NaN),
  )
  expect(errorOf(one ?? [])).toBeLessThan(0.01)
  expect(errorOf(other ?? [])).toBeGreaterThan(0.1)
})

/** All elevation of a report is of a run of our engine. */
async function sayMadeBy({ analysisId, quality }: { analysisId: string; quality: RunQuality }): Promise<void> {
  const { db } = server.deps
  for (const { id } of await db
    .selectFrom('files')
    .select('id')
    .where('analysisId', '=', analysisId)
    .where('fileName', 'like', '%dsm%')
    .execute()) {
    const runId = await createWaitingRun(db, analysisId)
    await db.updateTable('work').set({ state: 'DONE', endedAt: new Date() }).where('id', '=', runId).execute()
    await db
      .updateTable('runs')
      .set({ quality: JSON.stringify(quality) })
      .where('id', '=', runId)
      .execute()
    await db.updateTable('files').set({ runId, productKind: 'elevation' }).where('id', '=', id).execute()
  }
}

describe('without soil that brings the heights of a flight to 0', () => {
  const files = {
    ...FILES,
    'field_2026-07-01_orthomosaic.tif': mapOf(0.05, (_x, _y, band) => [60, 120, 40][band] ?? 0, 3),
  }
  const traits = ['canopyHeight', 'canopyHeightUncalibrated', 'canopyVolume']

  test('there are none above the ground of another date, but what is named uncalibrated', async () => {
    const { valuesOf } = await measure(traits, { hasElevation: true, files, quality: { level: 'gps' } })
    const { values, flags, height } = await valuesOf('canopyHeight')
    expect(values.every((value) => value === null)).toBe(true)
    expect(flags.every((of) => of.includes('CHM_UNCALIBRATED'))).toBe(true)
    expect(height).toMatchObject({ soilCalibration: 'uncalibrated', surface: { level: 'gps', noiseCm: 1.4 } })
    const uncalibrated = await valuesOf('canopyHeightUncalibrated')
    expect(uncalibrated.values.every((value) => value !== null)).toBe(true)
  })

  test('there are where both flights had corrected positions, and it is said', async () => {
    const { valuesOf, measurementId } = await measure(traits, { hasElevation: true, files, quality: { level: 'rtk' } })
    const { values, height } = await valuesOf('canopyHeight')
    expect(values.every((value) => value !== null)).toBe(true)
    expect(height).toMatchObject({ soilCalibration: 'level' })
    const report = await fetch(`${server.url}/api/trials/table?measurementId=${measurementId}&format=report`, {
      headers: { authorization: `Bearer ${customer.token}` },
    })
    expect(await report.text()).toMatch(
      /level of both maps is known .* the noise of a height 1\.4 cm, tilts up to 0\.3 %, bows up to 4\.2 cm; 1 of 1 had positions with corrections/,
    )
  })
})

test('a flight without an elevation map has no heights, and the measurement says why', async () => {
  const { measurement } = await measure(['canopyHeight', 'NGRDI', 'NDVI'], { hasElevation: false })
  expect(measurement.measured.map(({ trait }) => trait)).toEqual(['NGRDI'])
  expect(measurement.unavailable).toEqual([
    {
      trait: 'NDVI',
      name: 'Normalised difference vegetation index',
      reason: expect.stringMatching(/^It needs near infrared/),
      dates: ['2026-07-01'],
    },
    {
      trait: 'canopyHeight',
      name: 'Canopy height',
      reason: 'It needs an elevation map, and this flight has none.',
      dates: ['2026-07-01'],
    },
  ])
})

test.each([
  ['plant heights', 'field_2026-07-01_dsm.tif says that it has no plant heights'],
  ['plant tops', 'field_2026-07-01_dsm.tif is a terrain model'],
] as const)(
  'the elevation of a flight that is not good for %s has no heights, and the reason is its own',
  async (purpose, reason) => {
    const traits = ['canopyHeight', 'canopyVolume', 'NGRDI']
    const { measurement } = await measure(traits, { hasElevation: true, notGoodFor: [purpose] })
    expect(measurement.measured.map(({ trait }) => trait)).toEqual(['NGRDI'])
    const why = new RegExp(`^${reason}.* Remove the flight and add it again without this map\\.$`)
    expect(measurement.unavailable).toEqual([
      { trait: 'canopyHeight', name: 'Canopy height', reason: expect.stringMatching(why), dates: ['2026-07-01'] },
    ])
  },
)

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

test('soil that is not at 0 stands as a warning in every table and file that has warnings', async () => {
  // 15 m below the soil: of another place, or above another sea.
  const files = { ...FILES, 'field_2026-05-01_dsm.tif': mapOf(0.1, (x, y) => groundAt(x, y) - 15) }
  const { measurementId, trialId } = await measure(['canopyHeight'], { hasElevation: true, files })
  const { token } = customer
  const get = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const fileOf = (format: string) => get(`/api/trials/table?measurementId=${measurementId}&format=${format}`)
  const LEAST = PLOTS.length
  const allHaveIt = (flags: readonly unknown[]) => {
    expect(flags.length).toBeGreaterThanOrEqual(LEAST)
    expect(flags.filter((one) => !String(one).split('|').includes('SOIL_OFF'))).toEqual([])
  }

  const query = { measurementId, trait: 'canopyHeight', stat: 'p95', scope: 'veg' } as const
  const { data: rows } = (await server.call('getTraitTable', { token, query })).body
  allHaveIt(rows.map(({ flags }) => flags))
  const [head = '', ...lines] = textOf(await fileOf('csv'))
    .trim()
    .split('\r\n')
  const at = head.split(',').indexOf('flags')
  allHaveIt(lines.map((line) => line.split(',')[at]))

  const sheets = Object.entries(unzipSync(await fileOf('xlsx'))).filter(([name]) => name.startsWith('xl/worksheets/'))
  const counts = sheets.map(([, sheet]) => textOf(sheet).split('SOIL_OFF<').length - 1)
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(LEAST)

  const folder = await mkdtemp(join(tmpdir(), 'heights-'))
  await writeFile(join(folder, 'trial.gpkg'), await fileOf('gpkg'))
  const db = new DatabaseSync(join(folder, 'trial.gpkg'), { readOnly: true })
  const stored = db.prepare("select flags from observations where trait = 'canopyHeight'").all()
  db.close()
  await rm(folder, { recursive: true })
  allHaveIt(stored.map(({ flags }) => flags))

  expect(textOf(await fileOf('report'))).toContain(
    `the soil is not at 0 (SOIL_OFF)</th><td class="n">${PLOTS.length}</td>`,
  )
  const brapi = textOf(await get(`/brapi/v2/observations?studyDbId=${trialId}&pageSize=100`))
  const { result } = JSON.parse(brapi) as { result: { data: { additionalInfo: { flags: string } }[] } }
  allHaveIt(result.data.map(({ additionalInfo }) => additionalInfo.flags))
})
