import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mainColumnOf, packColumns } from '#imagery/traits/trait-columns.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { FLIGHT_METHOD, insertFlight, inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'
import { insertWork, runWork, setWork } from '#server/testing/server/work.ts'
import { packBits } from './flight-flags.ts'
import { measureTrial } from './measure-trial.ts'

let server: TestServer
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  customer = await createUser(server)
})
afterAll(() => server.close())

const [ROWS, COLUMNS] = [5, 6]
const PLOTS = Array.from({ length: ROWS * COLUMNS }, (_, at) => ({
  row: Math.floor(at / COLUMNS) + 1,
  column: (at % COLUMNS) + 1,
}))
const DATES = ['2026-06-01', '2026-06-15', '2026-06-29', '2026-07-13']
const [OFF, LODGED, BESIDE] = [8, 20, 3]
/** Rows are clearest on the third date, where one plot lies beside its plants. */
const methodOn = (day: number) => ({
  ...FLIGHT_METHOD,
  gsdCm: 1.5,
  grid: {
    contrast: [0.3, 0.1, 0.4, 0.2][day] ?? 0,
    misfits: packBits(PLOTS.map((_, plot) => day !== 2 || plot === BESIDE)),
  },
})
/** Flags that the flight itself has found. */
const LOW_PIXELS = 0b100

/** Up to 1 up and down, the same every time. */
const noise = (plot: number, day: number) => Math.sin(plot * 12.9898 + day * 78.233)
const coverOn = (day: number, plot: number) =>
  20 + 20 * day + (PLOTS[plot]?.row ?? 0) + noise(plot, day) - (plot === OFF && day === 2 ? 25 : 0)
const heightOn = (day: number, plot: number) =>
  (0.3 + 0.2 * day) * (plot === LODGED && day === 3 ? 0.5 : 1) + noise(plot, day + 9) / 100

/** A trial whose flights are all measured, but whose measurement has not ended. */
async function measuredTrial() {
  const { db, now } = server.deps
  const { token } = customer
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'Field 7' } })).body.data
  const features = PLOTS.map(({ row, column }) =>
    polygon({ plot_id: `${row}-${column}`, row, column }, square(column * 2, row * 2, 1)),
  )
  await server.call('savePlots', { token, body: { trialId, geojson: inUtm(features) } })
  const [measurementId, createdAt] = [randomUUID(), now()]
  const settings = JSON.stringify({ bufferMetres: 0, mask: { method: 'exg' } })
  const made = { settings, softwareVersion: 'test', authorId: customer.id, createdAt }
  await insertWork(server, { id: measurementId, kind: 'measure-trial', state: 'RUNNING' })
  await db
    .insertInto('measurements')
    .values({ id: measurementId, trialId, plotsVersion: 1, ...made })
    .execute()
  const flightIds = DATES.map(() => randomUUID())
  for (const [day, id] of flightIds.entries()) {
    await insertFlight(db, { id, trialId, takenOn: DATES[day] ?? '', createdAt })
    await db
      .insertInto('measuredFlights')
      .values({ measurementId, flightId: id, inputs: 'a', photoInputs: 'a', method: JSON.stringify(methodOn(day)) })
      .execute()
    for (const [trait, valueOn] of [
      ['canopyCover', coverOn],
      ['canopyHeight', heightOn],
    ] as const) {
      const columns = new Map([
        [mainColumnOf(trait), Float64Array.from(PLOTS, (_, plot) => valueOn(day, plot))],
        ['flags', Float64Array.from(PLOTS, (_, plot) => (plot === OFF ? LOW_PIXELS : 0))],
        ['p10/all', new Float64Array(PLOTS.length).fill(1)],
      ])
      const { names, data } = packColumns(columns, PLOTS.length)
      await db
        .insertInto('flightValues')
        .values({ flightId: id, inputs: 'a', trait, unit: '', columns: JSON.stringify(names), data })
        .execute()
    }
  }
  return { measurementId, flightIds }
}

test('plots that stand out beside others and other dates are flagged, and what else was found stays', async () => {
  const { measurementId, flightIds } = await measuredTrial()
  /** All flights are measured already. */
  const attempt = async () => {
    await setWork(server, measurementId, 'RUNNING')
    await runWork(server, { id: measurementId }, (again) => measureTrial(server.deps, { measurementId }, again))
  }
  const flagged = async (trait: 'canopyCover' | 'canopyHeight') => {
    const [stat, scope] = trait === 'canopyCover' ? (['mean', 'all'] as const) : (['p95', 'veg'] as const)
    const days = flightIds.map(async (flightId) => {
      const query = { measurementId, flightId, trait, stat, scope }
      const { data } = (await server.call('getTraitValues', { token: customer.token, query })).body
      return data.flags.flatMap((flags, plot) => (flags.length > 0 ? [[plot, ...flags]] : []))
    })
    return Promise.all(days)
  }
  const found = [OFF, 'LOW_PIXELS']
  // A second attempt finds the same.
  for (let attempts = 0; attempts < 2; attempts += 1) {
    await attempt()
    expect(await flagged('canopyCover')).toEqual([
      [found],
      [found],
      [
        [BESIDE, 'GRID_MISFIT'],
        [...found, 'OUTLIER_SPATIAL', 'OUTLIER_TIME'],
      ],
      [found],
    ])
    expect(await flagged('canopyHeight')).toEqual([
      [found],
      [found],
      [[BESIDE, 'GRID_MISFIT'], found],
      [found, [LODGED, 'OUTLIER_SPATIAL', 'OUTLIER_TIME', 'LODGING?']],
    ])
  }
})
