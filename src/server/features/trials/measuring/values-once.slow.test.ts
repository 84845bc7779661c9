import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { SCOPES, STATISTICS } from '#domain/trials.ts'
import { MiB } from '#domain/units.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import { columnName, packColumns } from '#imagery/traits/trait-columns.ts'
import { openTestServer } from '#server/testing/server/test-server.ts'
import { FLIGHT_METHOD, insertFlight, inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createUser } from '#server/testing/server/users.ts'
import { insertWork, runWork } from '#server/testing/server/work.ts'
import { packBits } from './flight-flags.ts'
import { measureTrial } from './measure-trial.ts'
import { takeOver } from './record-flight.ts'

const [ROWS, COLUMNS, FLIGHTS, TRAITS_MEASURED] = [32, 38, 20, 22]
const PLOTS = Array.from({ length: ROWS * COLUMNS }, (_, at) => ({
  row: Math.floor(at / COLUMNS) + 1,
  column: (at % COLUMNS) + 1,
}))
const OF_ALL = { inputs: 'all', photoInputs: 'photos' }

/** From -1 to 1, without an order. */
const noise = (seed: number) => {
  const mixed = Math.sin(seed * 12.9898) * 43_758.5453
  return 2 * (mixed - Math.floor(mixed)) - 1
}

test('1,216 plots, 20 flights and 22 traits that are measured again alike add less than 1 MiB', async () => {
  const server = await openTestServer({}, { runsJobs: false })
  onTestFinished(() => server.close())
  const customer = await createUser(server)
  const { db, now } = server.deps
  const { token } = customer
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'Field' } })).body.data
  const outlines = PLOTS.map(({ row, column }) =>
    polygon({ plot_id: `${row}-${column}`, row, column }, square(column * 2, row * 2, 1)),
  )
  await server.call('savePlots', { token, body: { trialId, geojson: inUtm(outlines) } })
  const flightIds: string[] = []
  for (let day = 0; day < FLIGHTS; day += 1) {
    const id = randomUUID()
    const takenOn = new Date(Date.UTC(2026, 4, 1 + 5 * day)).toISOString().slice(0, 10)
    await insertFlight(db, { id, trialId, takenOn, createdAt: now() })
    for (const [trait, { id: name, unit }] of TRAITS.slice(0, TRAITS_MEASURED).entries())
      await db
        .insertInto('flightValues')
        .values({ flightId: id, inputs: OF_ALL.photoInputs, trait: name, unit, ...valuesOn(day, trait) })
        .execute()
    flightIds.push(id)
  }
  const begin = async (): Promise<string> => {
    const id = randomUUID()
    const made = { softwareVersion: 'test', authorId: customer.id, createdAt: now() }
    const settings = JSON.stringify({ bufferMetres: 0, mask: { method: 'exg' } })
    await insertWork(server, { id, kind: 'measure-trial', state: 'RUNNING' })
    await db
      .insertInto('measurements')
      .values({ id, trialId, plotsVersion: 1, settings, ...made })
      .execute()
    return id
  }
  const finish = (measurementId: string) =>
    runWork(server, { id: measurementId }, (attempt) => measureTrial(server.deps, { measurementId }, attempt))
  const bytes = async (): Promise<number> => {
    const { rows } = await sql<{ bytes: number }>`select sum(pg_total_relation_size(name))::bigint as bytes
      from unnest(array['measurements', 'measured_flights', 'flight_values', 'season_flags', 'work']) as name`.execute(
      db,
    )
    return rows[0]?.bytes ?? 0
  }

  const first = await begin()
  const grid = { contrast: 0.3, misfits: packBits(PLOTS.map((_, plot) => plot % 50 === 0)) }
  const method = JSON.stringify({ ...FLIGHT_METHOD, gsdCm: 2, grid })
  for (const flightId of flightIds)
    await db
      .insertInto('measuredFlights')
      .values({ measurementId: first, flightId, ...OF_ALL, method })
      .execute()
  await finish(first)
  const ofOne = await bytes()
  expect(ofOne).toBeGreaterThan(MiB(80))

  const again = await begin()
  for (const flightId of flightIds) expect(await takeOver(db, { measurementId: again, flightId, ...OF_ALL })).toBe(true)
  await finish(again)
  const flagged = db.selectFrom('seasonFlags').select(({ fn }) => fn.countAll<number>().as('count'))
  expect((await flagged.where('measurementId', '=', again).executeTakeFirstOrThrow()).count).toBeGreaterThan(100)
  expect((await bytes()) - ofOne).toBeLessThan(MiB(1))

  const remove = (measurementId: string) => server.call('deleteMeasurement', { token, query: { measurementId } })
  const stored = async () => (await db.selectFrom('flightValues').select('trait').execute()).length
  expect((await remove(first)).status).toBe(200)
  expect(await stored()).toBe(FLIGHTS * TRAITS_MEASURED)
  expect((await remove(again)).status).toBe(200)
  expect(await stored()).toBe(0)
})

/** All columns of a trait; one plot in a hundred stands out. */
function valuesOn(day: number, trait: number) {
  const value = (plot: number) => day / 10 + noise(plot + 7 * trait) / 20 + (noise(plot * day + trait) > 0.98 ? 2 : 0)
  const names = SCOPES.flatMap((scope) =>
    [...STATISTICS, 'n_px' as const, 'valid_frac' as const].map((what) => columnName(what, scope)),
  )
  const columns = new Map(names.map((name) => [name, Float64Array.from(PLOTS, (_, plot) => value(plot))]))
  const { names: packed, data } = packColumns(columns.set('flags', new Float64Array(PLOTS.length)), PLOTS.length)
  return { columns: JSON.stringify(packed), data }
}
