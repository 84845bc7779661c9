import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBits } from '#imagery/traits/measure/flags.ts'
import { columnName, mainColumnOf, packColumns } from '#imagery/traits/trait-columns.ts'
import { measureTrialJob } from '#server/features/trials/measuring/measure-trial-job.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { FLIGHT_METHOD, insertFlight, inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'
import { insertWork } from '#server/testing/server/work.ts'

// Thirty plots in three replicates, which lie in turn; two traits on two days, as measuring stores them, and scores of people.
const PLOTS = 30
const REPS = 3
const DAYS = ['2026-06-01', '2026-07-01']
const TRAITS = ['GLI', 'NGRDI']
const FLAGGED = 17
const EXCLUDED = 4

let server: TestServer
let customer: TestUser
let trialId: string
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  customer = await createUser(server)
  const { token } = customer
  trialId = (await server.call('createTrial', { token, body: { name: 'Field 7' } })).body.data.trialId
  const plots = Array.from({ length: PLOTS }, (_, at) =>
    polygon({ plot_id: plotIdOf(at), rep: 1 + (at % REPS) }, square(5 * at, 1, 4)),
  )
  await server.call('savePlots', { token, body: { trialId, geojson: inUtm(plots) } })
  await insertMeasurement()
  const values = Array.from({ length: PLOTS }, (_, at) => ({ plotId: plotIdOf(at), value: at / 2 }))
  await server.call('saveOwnColumn', { token, body: { trialId, name: 'Score', takenOn: DAYS[1], values } })
  const remarks = [{ plotId: plotIdOf(7), value: 'lodged' }]
  await server.call('saveOwnColumn', { token, body: { trialId, name: 'Remark', type: 'text', values: remarks } })
  const body = { trialId, plotIds: [plotIdOf(EXCLUDED)], reason: 'Flooded' }
  await server.call('excludePlots', { token, body })
})
afterAll(() => server.close())

const plotIdOf = (at: number) => String(101 + at)
/** None is alike, and plot 10 has none on the second day. */
const measuredAt = (day: number, trait: number, at: number) =>
  day === 1 && at === 10 ? Number.NaN : day * 1000 + trait * 100 + at + 0.25

async function insertMeasurement() {
  const { db, now } = server.deps
  const [id, createdAt] = ['measured', now()]
  await insertWork(server, { id, kind: measureTrialJob.name, state: 'DONE' })
  const settings = JSON.stringify({ bufferMetres: 0.5, mask: { method: 'exg' } })
  const made = { softwareVersion: 'Skyfurrow traits 1', authorId: customer.id, createdAt }
  await db
    .insertInto('measurements')
    .values({ id, trialId, plotsVersion: 1, settings, ...made })
    .execute()
  for (const [day, takenOn] of DAYS.entries()) {
    const flightId = `flight-${day}`
    await insertFlight(db, { id: flightId, trialId, takenOn, createdAt })
    const inputs = { inputs: flightId, photoInputs: flightId }
    const method = JSON.stringify(FLIGHT_METHOD)
    await db
      .insertInto('measuredFlights')
      .values({ measurementId: id, flightId, ...inputs, method })
      .execute()
    for (const [at, trait] of TRAITS.entries()) await insertTrait({ day, flightId, trait, at })
  }
  const flags = Float64Array.from({ length: PLOTS }, (_, at) => (at === FLAGGED ? toBits(['OUTLIER_TIME']) : 0))
  const { data } = packColumns(new Map([['flags', flags]]), PLOTS)
  const season = { measurementId: id, flightId: 'flight-1', trait: 'NGRDI', flags: Buffer.from(data) }
  await server.deps.db.insertInto('seasonFlags').values(season).execute()
}

async function insertTrait({ day, flightId, trait, at }: { day: number; flightId: string; trait: string; at: number }) {
  const each = (read: (plot: number) => number) => Float64Array.from({ length: PLOTS }, (_, plot) => read(plot))
  const columns = new Map([
    [columnName('median', 'all'), each(() => 7)],
    [mainColumnOf(trait), each((plot) => measuredAt(day, at, plot))],
    [columnName('n_px', 'all'), each((plot) => 400 + plot)],
    [columnName('valid_frac', 'all'), each(() => 1)],
    ['flags', each(() => toBits(['SHADOW']))],
  ])
  const { names, data } = packColumns(columns, PLOTS)
  const stored = { columns: JSON.stringify(names), data: Buffer.from(data) }
  await server.deps.db
    .insertInto('flightValues')
    .values({ flightId, inputs: flightId, trait, unit: '1', ...stored })
    .execute()
}

const observations = async (query: Record<string, string> = {}) =>
  (await server.call('brapiObservations', { token: customer.token, query: { studyDbId: trialId, ...query } })).body

test('pages of observations are parts of the whole, and each value is that of its plot and day', async () => {
  const all = (await observations()).result.data
  // Of scores, those that there are: not of the plot that is left out, and one remark.
  expect(all).toHaveLength(DAYS.length * TRAITS.length * PLOTS + PLOTS - 1 + 1)
  const pages = [0, 1, 2, 3, 4, 5, 6].map(async (page) => observations({ page: String(page), pageSize: '28' }))
  expect((await Promise.all(pages)).flatMap(({ result }) => result.data)).toEqual(all)
  const measured = all.slice(0, DAYS.length * TRAITS.length * PLOTS)
  const expected = DAYS.flatMap((_, day) =>
    TRAITS.flatMap((__, trait) =>
      Array.from({ length: PLOTS }, (___, at) => ({ at, value: measuredAt(day, trait, at) })),
    ),
  )
  expect(measured.map(({ value, observationUnitName }) => [observationUnitName, value])).toEqual(
    expected.map(({ at, value }) => [plotIdOf(at), at === EXCLUDED || Number.isNaN(value) ? undefined : String(value)]),
  )
})

test('of some plots a page has their own values, with their pixels, flags and reasons', async () => {
  const ofVariable = { observationVariableDbId: 'NGRDI_mean', observationTimeStampRangeStart: '2026-06-15T00:00:00Z' }
  const { result } = await observations({
    ...ofVariable,
    observationUnitLevelRelationshipName: 'rep',
    observationUnitLevelRelationshipCode: '3',
    page: '1',
    pageSize: '4',
  })
  const places = [14, 17, 20, 23]
  expect(result.data.map((row) => [row.observationUnitName, row.value, row.additionalInfo['n_px']])).toEqual(
    places.map((at) => [plotIdOf(at), String(measuredAt(1, 1, at)), String(400 + at)]),
  )
  expect(result.data.map(({ additionalInfo }) => additionalInfo['flags'])).toEqual(['', 'OUTLIER_TIME', '', ''])
  const { result: excluded } = await observations({ observationUnitName: plotIdOf(EXCLUDED) })
  expect(excluded.data[0]).not.toHaveProperty('value')
  expect(excluded.data[0]?.additionalInfo).toMatchObject({
    flags: 'SHADOW|USER_EXCLUDED',
    exclusion_reason: 'Flooded',
    n_px: '404',
  })
})

const linesOf = async (noun: 'observations' | 'observationunits') => {
  const url = `${server.url}/brapi/v2/${noun}/table?studyDbId=${trialId}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${customer.token}`, accept: 'text/tsv' } })
  const lines = (await response.text()).trimEnd().split('\n')
  return lines.map((line) => line.split('\t'))
}

test('a table has the values of each day; a row for each plot has the newest one that there is', async () => {
  const [, names = [], ...rows] = await linesOf('observations')
  expect(names.slice(11)).toEqual(['GLI_mean', 'NGRDI_mean', 'Remark', 'Score'])
  const cells = rows.map((row) => [row[0]?.slice(0, 10), row[2], ...row.slice(11)])
  const rowOf = (day: string, at: number) => cells.find((row) => row[0] === day && row[1] === plotIdOf(at))?.slice(2)
  expect(cells).toHaveLength(3 * PLOTS)
  expect(rowOf('2026-06-01', 12)).toEqual(['12.25', '112.25', '', ''])
  expect(rowOf('2026-07-01', 12)).toEqual(['1012.25', '1112.25', '', '6'])
  expect(rowOf('2026-07-01', EXCLUDED)).toEqual(['', '', '', ''])
  expect(rowOf('', 7)).toEqual(['', '', 'lodged', ''])

  const [, , ...units] = await linesOf('observationunits')
  const unit = (at: number) => units.find((row) => row[1] === plotIdOf(at))?.slice(10)
  expect(units).toHaveLength(PLOTS)
  expect(unit(9)).toEqual(['1009.25', '1109.25', '', '4.5'])
  // It has nothing on the second day.
  expect(unit(10)).toEqual(['10.25', '110.25', '', '5'])
  const { result } = (
    await server.call('brapiObservationTable', {
      token: customer.token,
      query: { studyDbId: trialId, page: '2', pageSize: '13' },
    })
  ).body
  expect(result.data).toEqual(rows.slice(26, 39))
})
