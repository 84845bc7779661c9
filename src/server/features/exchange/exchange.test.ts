import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import type { ExchangeDirection } from '#domain/exchange/exchange.ts'
import { queueOf } from '#server/adapters/queue/queue-names.ts'
import { BreedingDatabase, unit, variable } from '#server/testing/doubles/breeding-database.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff, trialOnMaps } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { exchangeJob } from './exchange-job.ts'
import { sendAfterMeasuring } from './send-after-measuring.ts'

let server: TestServer
let owner: TestUser
let trialId: string
let measurementId: string
const database = new BreedingDatabase()
const POLL = { timeout: 30_000 }

/** Plants in the western half, soil in the eastern one. */
const FIELD = fieldTiff({
  width: 70,
  height: 60,
  bands: 3,
  photometric: 2,
  valueAt: (x, _y, band) => (x < 35 ? [60, 120, 60] : [120, 100, 80])[band] ?? 0,
  pixel: 0.2,
})
const PLOTS = inUtm([
  polygon({ plot_id: '101', row: 1, column: 1, genotype: 'MN0095' }, square(1.2, 1.2, 4)),
  polygon({ plot_id: '102', row: 1, column: 2 }, square(8, 1.2, 4)),
])

beforeAll(async () => {
  await database.start()
  server = await openTestServer({ BREEDING_DATABASES: 'any' })
  owner = await createUser(server)
  const { token } = owner
  const flight = { takenOn: '2026-07-01', orthomosaic: { fileName: 'field.tif', content: FIELD } }
  const staff = await createStaff(server)
  ;({ trialId } = await trialOnMaps(server, { owner, staff, flights: [flight], plots: PLOTS }))
  const settings = { bufferMetres: 0, mask: { method: 'exg' as const }, traits: ['canopyCover'] }
  const started = await server.call('startMeasurement', { token, body: { trialId, ...settings } })
  measurementId = started.body.data.measurementId
  await waitForJobs(server, 'measure-trial')
})
afterAll(async () => {
  await server.close()
  await database.stop()
})

let second: ReturnType<typeof unit>
beforeEach(async () => {
  database.clear()
  second = unit('u2', '0102', 'MN1410')
  database.units = [unit('u1', '101', 'mn0095'), second]
  database.variables = [variable('v1', 'canopyCover_mean')]
  server.deps.config.breedingDatabases = 'any'
  await server.deps.db.deleteFrom('exchanges').execute()
  await server.deps.db.deleteFrom('trialColumns').execute()
  await call('saveTraitNames', { names: [] })
})

const call = async <Name extends 'connectStudy' | 'startExchange' | 'saveTraitNames'>(name: Name, body: BodyIn<Name>) =>
  server.call(name, { token: owner.token, body } as never)
const connect = (over: Partial<BodyIn<'connectStudy'>> = {}) =>
  call('connectStudy', {
    trialId,
    url: database.url,
    token: 'sesame',
    studyDbId: '7',
    sendsAfterMeasuring: false,
    ...over,
  })
const loaded = async () => (await server.call('getExchange', { token: owner.token, query: { trialId } })).body.data
const newest = async (direction: ExchangeDirection) => {
  await waitForJobs(server, 'exchange')
  return (await loaded()).exchanges.find((one) => one.direction === direction)
}
async function exchange(direction: ExchangeDirection, step: 'compare' | 'write', replaces = false) {
  const started = await call('startExchange', { trialId, direction, step, replaces })
  expect(started.body.message).toBe('Exchange started')
  return newest(direction)
}
const ownColumns = async () =>
  (await server.call('listOwnColumns', { token: owner.token, query: { trialId } })).body.data.map(
    ({ name, unit: of, takenOn, values }) => [name, of, takenOn, values.map(({ plotId, value }) => [plotId, value])],
  )

const namesHere = async () => {
  const { body } = await server.call('getPlots', { token: owner.token, query: { trialId } })
  const { features } = body.data.geojson as unknown as { features: { properties: Record<string, unknown> }[] }
  return features.map(({ properties: { plotId, genotype, column, entryType } }) => [
    plotId,
    genotype,
    column,
    entryType,
  ])
}

describe('sending', () => {
  beforeEach(() => connect())

  test('says first what it would send, then sends it once with what made it', async () => {
    const compared = await exchange('push', 'compare')
    expect(database.writes).toEqual([])
    expect(compared?.report).toMatchObject({
      study: 'Soybean advanced 2026',
      plots: { matched: 2, by: 'number', onlyHere: 0, onlyThere: 0 },
      items: [
        { what: 'Canopy cover, 1 Jul 2026', there: 'canopyCover_mean', same: 0, added: 2, changed: 0, refused: 0 },
      ],
      written: null,
    })
    const written = await exchange('push', 'write')
    expect(written?.report?.written).toEqual({ sent: 2, kept: 2 })
    expect(database.observations).toMatchObject([
      {
        observationUnitDbId: 'u1',
        observationVariableDbId: 'v1',
        observationTimeStamp: '2026-07-01T00:00:00Z',
        value: '100',
        additionalInfo: { run_id: measurementId, mask_method: 'exg', n_px: '400' },
        externalReferences: [{ referenceSource: 'Skyfurrow' }],
      },
      { observationUnitDbId: 'u2', value: '0' },
    ])
    expect((await exchange('push', 'compare'))?.report?.items).toMatchObject([{ same: 2, added: 0 }])
    await exchange('push', 'write')
    expect(database.observations).toHaveLength(2)
  })

  test('an interrupted one goes on without sending anything twice', async () => {
    await exchange('push', 'compare')
    let isFirst = true
    database.misbehaves = ({ method, body }, response) => {
      if (method !== 'POST' || !isFirst) return false
      isFirst = false
      // It has stored one of the two when the connection breaks.
      database.store((body as never[]).slice(0, 1))
      response.destroy()
      return true
    }
    await call('startExchange', { trialId, direction: 'push', step: 'write' })
    await expect
      .poll(async () => {
        // The next attempt comes after half a minute.
        await sql`update queue.job set start_after = now() where name = ${queueOf(exchangeJob)} and state = 'retry'`.execute(
          server.deps.db,
        )
        return (await loaded()).exchanges[0]?.state
      }, POLL)
      .toBe('DONE')
    expect(database.observations.map(({ observationUnitDbId: id, value }) => [id, value])).toEqual([
      ['u1', '100'],
      ['u2', '0'],
    ])
  })

  test('what is there otherwise stays, unless it is to be replaced', async () => {
    const at = { observationVariableDbId: 'v1', observationTimeStamp: '2026-07-01T14:00:00-05:00' }
    database.store([{ observationUnitDbId: 'u1', value: '97', ...at }])
    expect((await exchange('push', 'compare'))?.report?.items).toMatchObject([{ added: 1, changed: 1 }])
    await exchange('push', 'write')
    expect(database.observations.map(({ value }) => value)).toEqual(['97', '0'])
    await exchange('push', 'compare')
    expect((await exchange('push', 'write', true))?.report?.written).toEqual({ sent: 1, kept: 1 })
    expect(database.observations.map(({ value }) => value)).toEqual(['100', '0'])
  })

  test('goes in the unit of the variable there', async () => {
    database.variables = [variable('v1', 'canopyCover_mean', { units: 'Proportion' })]
    await exchange('push', 'compare')
    await exchange('push', 'write')
    expect(database.observations.map(({ value }) => value)).toEqual(['1', '0'])
  })

  test('ends when it is cancelled, before anything more is sent', async () => {
    await exchange('push', 'compare')
    let isCancelled = false
    database.misbehaves = ({ url }, response) => {
      if (isCancelled || !url.pathname.endsWith('/observations')) return false
      isCancelled = true
      const body = { trialId, direction: 'push' as const }
      void server.call('cancelExchange', { token: owner.token, body }).then(() => {
        const answer = { metadata: { pagination: { totalPages: 0 } }, result: { data: [] } }
        return response.writeHead(200).end(JSON.stringify(answer))
      })
      return true
    }
    expect(await exchange('push', 'write')).toMatchObject({ state: 'CANCELLED' })
    expect(database.writes).toEqual([])
  })

  test('a value that the database did not keep is not counted as kept', async () => {
    await exchange('push', 'compare')
    database.misbehaves = ({ method, body }, response) => {
      if (method !== 'POST') return false
      database.store((body as { value: string }[]).map((one) => ({ ...one, value: '1' })) as never[])
      return Boolean(response.writeHead(200).end('{"result": {"data": []}}'))
    }
    expect((await exchange('push', 'write'))?.report?.written).toEqual({ sent: 2, kept: 0 })
  })

  test.each([
    ['a variable that is not there', () => (database.variables = []), /no single variable of this name/],
    [
      'a name of two variables',
      () => database.variables.push(variable('v9', 'Canopycover_mean')),
      /no single variable of this name/,
    ],
    [
      'another unit',
      () => (database.variables = [variable('v1', 'canopyCover_mean', { units: 'kg/ha' })]),
      /another unit \(kg\/ha there, % here\)/,
    ],
    [
      'no unit, which may be a fraction',
      () => (database.variables = [variable('v1', 'canopyCover_mean', {})]),
      /another unit \(no unit there/,
    ],
    ['another genotype', () => (database.units = [unit('u1', '101', 'Other')]), /another genotype there/],
    [
      'a value without a day',
      () => database.store([{ observationUnitDbId: 'u1', observationVariableDbId: 'v1', value: '5' }]),
      /a value without a day/,
    ],
  ])('is refused for %s', async (_name, prepare, reason) => {
    prepare()
    const report = (await exchange('push', 'compare'))?.report
    expect(report?.refused.map((one) => one.reason)).toContainEqual(expect.stringMatching(reason))
    const before = database.observations.length
    await exchange('push', 'write')
    expect(database.observations.slice(before).filter(({ observationUnitDbId: id }) => id === 'u1')).toEqual([])
  })

  test('goes by the names of the account, of which some have the day of the year', async () => {
    database.variables = []
    database.otherVariables = [
      variable('86700', 'Canopy Cover - UASHub - %|day 182'),
      variable('86701', 'Canopy Cover - UASHub - %|day 183'),
    ]
    const name = 'canopy cover - UASHub - %|day {day}'
    await call('saveTraitNames', { names: [{ variableId: 'canopyCover_mean', name }] })
    const of = { token: owner.token, query: { studyDbId: trialId } }
    const { body } = await server.call('brapiVariables', of)
    expect(body.result.data.flatMap(({ synonyms = [] }) => synonyms)).toEqual([name])
    await exchange('push', 'compare')
    await exchange('push', 'write')
    expect(database.observations.map(({ observationVariableDbId: id }) => id)).toEqual(['86700', '86700'])
  })

  test('reaches another installation of ours by its BrAPI, once', async () => {
    const made = { name: 'Exchange', scopes: ['read' as const, 'brapi' as const] }
    const { token } = (await server.call('makeToken', { token: owner.token, body: made })).body.data
    const study = await server.call('brapiMakeStudies', { token, body: [{ studyName: 'Field 7 there' }] })
    const studyDbId = study.body.result.data[0]?.studyDbId ?? ''
    await server.call('savePlots', { token: owner.token, body: { trialId: studyDbId, geojson: PLOTS } })
    const scale = { dataType: 'Numerical', units: '%' }
    const variables = [{ observationVariableName: 'Cover', scale }]
    await server.call('brapiMakeVariables', { token, body: variables })
    await call('saveTraitNames', { names: [{ variableId: 'canopyCover_mean', name: 'Cover' }] })
    expect((await connect({ url: `${server.url}/brapi/v2`, token, studyDbId })).status).toBe(200)
    await exchange('push', 'compare')
    expect((await exchange('push', 'write'))?.report?.written).toEqual({ sent: 2, kept: 2 })
    expect((await exchange('push', 'compare'))?.report?.items).toMatchObject([{ same: 2, added: 0, changed: 0 }])
    expect((await exchange('pull', 'compare'))?.report?.items).toMatchObject([
      { what: 'Plots: names, genotypes and places', same: 5, added: 0 },
    ])
    const there = await server.call('listOwnColumns', { token: owner.token, query: { trialId: studyDbId } })
    expect(there.body.data).toMatchObject([
      { name: 'Cover', unit: '%', takenOn: '2026-07-01', values: [{ value: 100 }, {}] },
    ])
  })

  test('follows a measurement where that is wanted', async () => {
    await sendAfterMeasuring(server.deps, { measurementId })
    expect(await newest('push')).toBeUndefined()
    await connect({ sendsAfterMeasuring: true })
    await sendAfterMeasuring(server.deps, { measurementId })
    expect((await newest('push'))?.report?.written).toEqual({ sent: 2, kept: 2 })
  })

  test('nothing is written before it was compared', async () => {
    const body = { trialId, direction: 'push' as const, step: 'write' as const }
    expect((await call('startExchange', body)).body.message).toMatch(/Compare first/)
  })
})

describe('taking over', () => {
  beforeEach(async () => {
    await connect()
    const { token } = owner
    await server.call('savePlots', { token, body: { trialId, geojson: PLOTS } })
    database.variables = [
      variable('v1', 'canopyCover_mean'),
      variable('v2', 'Yield', { dataType: 'Numerical', units: 'kg/ha' }),
      variable('v3', 'Heading', { dataType: 'Date' }),
    ]
    database.store([
      {
        observationUnitDbId: 'u1',
        observationVariableDbId: 'v1',
        value: '55',
        observationTimeStamp: '2026-06-01T00:00:00Z',
      },
      { observationUnitDbId: 'u1', observationVariableDbId: 'v2', value: '4120' },
      { observationUnitDbId: 'u2', observationVariableDbId: 'v2', value: 'much' },
      {
        observationUnitDbId: 'u2',
        observationVariableDbId: 'v3',
        value: '2026-06-20',
        observationTimeStamp: '2026-06-21T09:00:00Z',
      },
      { observationUnitDbId: 'elsewhere', observationVariableDbId: 'v2', value: '1' },
    ])
    Object.assign(second.observationUnitPosition, { entryType: 'CHECK', positionCoordinateX: '9' })
  })
  test('says first what it would take, then takes names and scores, and nothing that was measured here', async () => {
    const compared = await exchange('pull', 'compare')
    expect(await ownColumns()).toEqual([])
    expect(compared?.report?.items).toMatchObject([
      { what: 'Plots: names, genotypes and places', same: 1, added: 2, changed: 1 },
      { what: 'Yield', there: 'Yield', added: 1, refused: 1 },
      { what: 'Heading, 21 Jun 2026', added: 1 },
    ])
    expect(compared?.report?.refused.map(({ reason, count }) => [reason, count])).toEqual([
      ['Values of plots that are not in this trial', 1],
      ['Values that are no numbers or dates, as their variable has', 1],
    ])
    expect((await exchange('pull', 'write'))?.report?.written).toEqual({ sent: 4, kept: 4 })
    expect(await ownColumns()).toEqual([
      ['Heading', null, '2026-06-21', [['102', '2026-06-20']]],
      ['Yield', 'kg/ha', null, [['101', 4120]]],
    ])
    // The column is another one here, and stays.
    expect(await namesHere()).toEqual([
      ['101', 'MN0095', '1', undefined],
      ['102', 'MN1410', '2', 'CHECK'],
    ])
    await exchange('pull', 'compare')
    await exchange('pull', 'write', true)
    expect((await namesHere())[1]).toEqual(['102', 'MN1410', '9', 'CHECK'])
  })

  test('writes nothing when the study has changed since', async () => {
    await exchange('pull', 'compare')
    const yields = database.observations.find(({ value }) => value === '4120')
    if (yields) yields.value = '9999'
    const failed = await exchange('pull', 'write')
    expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/changed since/) })
    expect(await ownColumns()).toEqual([])
  })

  test('makes the plots of a trial that has none, where the study has their outlines', async () => {
    const { token } = owner
    const empty = (await server.call('createTrial', { token, body: { name: 'Empty' } })).body.data.trialId
    const ring = [
      [-95.5, 44.2],
      [-95.4999, 44.2],
      [-95.4999, 44.2001],
      [-95.5, 44.2001],
      [-95.5, 44.2],
    ]
    const place = { geoCoordinates: { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] } } }
    const drawn = unit('u1', '101', 'MN0095')
    Object.assign(drawn.observationUnitPosition, place)
    database.units = [drawn]
    await connect({ trialId: empty })
    const of = { trialId: empty, direction: 'pull' as const }
    for (const step of ['compare', 'write'] as const) {
      await call('startExchange', { ...of, step })
      await waitForJobs(server, 'exchange')
    }
    const { body } = await server.call('getPlots', { token, query: { trialId: empty } })
    expect(body.data.geojson).toMatchObject({
      features: [{ properties: { plotId: 'SOY26-PLOT-101', genotype: 'MN0095' } }],
    })
    const columns = await server.call('listOwnColumns', { token, query: { trialId: empty } })
    expect(columns.body.data.map(({ name }) => name)).toContain('Yield')
  })

  test('a database that sends the same page for ever is left', async () => {
    database.misbehaves = ({ url }, response) => {
      if (!url.pathname.endsWith('/observations')) return false
      const data = database.observations.slice(0, 1)
      return Boolean(
        response
          .writeHead(200)
          .end(JSON.stringify({ metadata: { pagination: { totalPages: 9e9 } }, result: { data } })),
      )
    }
    const failed = await exchange('pull', 'compare')
    expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/the same page of observations/) })
  })
})
