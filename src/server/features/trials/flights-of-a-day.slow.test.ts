import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { readXlsx } from '#imagery/tables/xlsx.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff, trialOnMaps } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let customer: TestUser
let trial: Awaited<ReturnType<typeof trialOnMaps>>
let measurementId: string
beforeAll(async () => {
  server = await openTestServer()
  const staff = await createStaff(server)
  customer = await createUser(server)
  const { token } = customer
  trial = await trialOnMaps(server, {
    owner: customer,
    staff,
    flights: [
      { takenOn: '2026-07-01', takenAt: '17:30', orthomosaic: map('evening.tif', 100) },
      { takenOn: '2026-07-01', takenAt: '08:00', orthomosaic: map('morning.tif', 120) },
      { takenOn: '2026-07-01', orthomosaic: map('noon.tif', 110) },
    ],
    plots: inUtm([polygon({ plot_id: '101' }, square(1.2, 1.2, 4)), polygon({ plot_id: '102' }, square(8, 1.2, 4))]),
  })
  const settings = { bufferMetres: 0, mask: { method: 'none' as const }, traits: ['NGRDI'] }
  const started = await server.call('startMeasurement', { token, body: { trialId: trial.trialId, ...settings } })
  measurementId = started.body.data.measurementId
  await waitForJobs(server, 'measure-trial')
})
afterAll(() => server.close())

function map(fileName: string, green: number) {
  const look = { width: 70, height: 60, pixel: 0.2, bands: 3, photometric: 2 }
  return { fileName, content: fieldTiff({ ...look, valueAt: (_x, _y, band) => [60, green, 60][band] ?? 0 }) }
}

/** (green - red) / (green + red) of noon, morning and evening. */
const [NOON, MORNING, EVENING] = [50 / 170, 60 / 180, 40 / 160]

async function download(format: string): Promise<Uint8Array> {
  const query = new URLSearchParams({ measurementId, format }).toString()
  const url = `${server.url}${pathOf(api.getTraitTable)}?${query}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })
  return new Uint8Array(await response.arrayBuffer())
}

test('flights of a day are in the order of their time, and each has a name of its own', async () => {
  const { body } = await server.call('getTrial', { token: customer.token, query: { trialId: trial.trialId } })
  expect(body.data.flights.map(({ moment }) => moment)).toEqual(['2026-07-01', '2026-07-01 08:00', '2026-07-01 17:30'])
})

test('a second flight at the same time is refused, and so is moving one there', async () => {
  const { token } = customer
  const { body } = await server.call('getTrial', { token, query: { trialId: trial.trialId } })
  const [noon, morning] = body.data.flights
  const layers = [{ mapId: noon?.orthomosaic.mapId ?? '', kind: 'rgb' as const }]
  const added = await server.call('addTrialFlight', {
    token,
    body: { trialId: trial.trialId, takenOn: '2026-07-01', takenAt: '08:00', layers },
  })
  const moved = await server.call('changeTrialFlight', {
    token,
    body: { flightId: morning?.trialFlightId ?? '', takenAt: null },
  })
  const cure = 'Edit that one, or choose another date or time of day for this one.'
  expect([added.status, added.body.message, moved.status, moved.body.message]).toEqual([
    409,
    `This trial has a flight on 1 Jul 2026 8:00 already. ${cure}`,
    409,
    `This trial has a flight on 1 Jul 2026 already. ${cure}`,
  ])
})

test('a workbook has a column for each, and its values are those of its map', async () => {
  const [titles, first] = readXlsx(await download('xlsx')).rows
  const values = Object.fromEntries((titles ?? []).map((title, at) => [title, Number(first?.[at])]))
  expect(values['NGRDI_mean_2026-07-01']).toBeCloseTo(NOON, 6)
  expect(values['NGRDI_mean_2026-07-01_0800']).toBeCloseTo(MORNING, 6)
  expect(values['NGRDI_mean_2026-07-01_1730']).toBeCloseTo(EVENING, 6)
})

test('FIELDimageR has a column for each', async () => {
  const [titles] = new TextDecoder().decode(await download('fieldimager')).split('\n')
  expect(titles).toContain('NGRDI_mean_20260701,')
  expect(titles).toContain('NGRDI_mean_20260701_0800')
  expect(titles).toContain('NGRDI_mean_20260701_1730')
})

test('a breeding database has a row for each plot and flight', async () => {
  const query = { studyDbId: trial.trialId }
  const { body } = await server.call('brapiObservationTable', { token: customer.token, query })
  expect(body.result.data.map(([time, , plot, ...cells]) => [time, plot, Number(cells.at(-1)).toFixed(4)])).toEqual(
    [
      ['2026-07-01T00:00:00Z', NOON],
      ['2026-07-01T08:00:00Z', MORNING],
      ['2026-07-01T17:30:00Z', EVENING],
    ].flatMap(([time, value]) => ['101', '102'].map((plot) => [time, plot, Number(value).toFixed(4)])),
  )
})

test('pictures of plots lie in a folder for each flight', async () => {
  const { token } = customer
  const body = { measurementId, kind: 'clips-png' as const }
  await server.call('makeFlightFile', { token, body })
  await waitForJobs(server, 'write-flight-file')
  const made = await server.call('getFlightFile', { token, query: body })
  const response = await fetch(made.body.data.url ?? '')
  const names = Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))
  expect(names.filter((name) => name.includes('101'))).toEqual([
    '2026-07-01/101_2026-07-01.png',
    '2026-07-01_0800/101_2026-07-01_0800.png',
    '2026-07-01_1730/101_2026-07-01_1730.png',
  ])
})
