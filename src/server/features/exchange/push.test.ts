import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueOf } from '#server/adapters/queue/queue-names.ts'
import { unit, variable } from '#server/testing/doubles/breeding-database.ts'
import { EXCHANGED_PLOTS, openExchange } from '#server/testing/server/exchanges.ts'
import { exchangeJob } from './exchange-job.ts'
import { sendAfterMeasuring } from './send-after-measuring.ts'

let on: Awaited<ReturnType<typeof openExchange>>
beforeAll(async () => {
  on = await openExchange()
})
afterAll(() => on.close())
beforeEach(async () => {
  await on.reset()
  await on.connect()
})

const POLL = { timeout: 30_000 }
const V1 = { observationVariableDbId: 'v1' }
const reasons = async () =>
  (await on.exchange('push', 'compare'))?.report?.refused.map(({ reason, count }) => [reason, count])

test('says first what it would send, then sends it once with what made it', async () => {
  const compared = await on.exchange('push', 'compare')
  expect(on.database.writes).toEqual([])
  expect(compared?.report).toMatchObject({
    study: 'Soybean advanced 2026',
    plots: { matched: 2, by: 'number', onlyHere: 0, onlyThere: 0 },
    items: [{ what: 'Canopy cover, 1 Jul 2026', there: 'canopyCover_mean', same: 0, added: 2, changed: 0, refused: 0 }],
    written: null,
  })
  const written = await on.exchange('push', 'write')
  expect(written?.report?.written).toEqual({ sent: 2, kept: 2 })
  expect(on.database.observations).toMatchObject([
    {
      observationUnitDbId: 'u1',
      observationVariableDbId: 'v1',
      observationTimeStamp: '2026-07-01T00:00:00Z',
      value: '100',
      additionalInfo: { run_id: on.measurementId, mask_method: 'exg', n_px: '400' },
      externalReferences: [{ referenceSource: 'Skyfurrow' }],
    },
    { observationUnitDbId: 'u2', value: '0' },
  ])
  expect((await on.exchange('push', 'compare'))?.report?.items).toMatchObject([{ same: 2, added: 0 }])
  await on.exchange('push', 'write')
  expect(on.database.observations).toHaveLength(2)
})

test('an interrupted one goes on without sending anything twice', async () => {
  await on.exchange('push', 'compare')
  let isFirst = true
  on.database.misbehaves = ({ method, body }, response) => {
    if (method !== 'POST' || !isFirst) return false
    isFirst = false
    // It has stored one of the two when the connection breaks.
    on.database.store((body as never[]).slice(0, 1))
    response.destroy()
    return true
  }
  await on.call('startExchange', { trialId: on.trialId, direction: 'push', step: 'write' })
  await expect
    .poll(async () => {
      // The next attempt comes after a minute, and waits until nothing may be on its way any more.
      await on.server.deps.db
        .updateTable('studyConnections')
        .set({ sendingUntil: new Date(0) })
        .execute()
      await sql`update queue.job set start_after = now() where name = ${queueOf(exchangeJob)} and state = 'retry'`.execute(
        on.server.deps.db,
      )
      return (await on.loaded()).exchanges[0]?.state
    }, POLL)
    .toBe('DONE')
  expect(on.database.observations.map(({ observationUnitDbId: id, value }) => [id, value])).toEqual([
    ['u1', '100'],
    ['u2', '0'],
  ])
})

test('what is there otherwise stays, unless it is to be replaced', async () => {
  const at = { observationVariableDbId: 'v1', observationTimeStamp: '2026-07-01T14:00:00-05:00' }
  on.database.store([{ observationUnitDbId: 'u1', value: '97', ...at }])
  expect((await on.exchange('push', 'compare'))?.report?.items).toMatchObject([{ added: 1, changed: 1 }])
  await on.exchange('push', 'write')
  expect(on.database.observations.map(({ value }) => value)).toEqual(['97', '0'])
  await on.exchange('push', 'compare')
  expect((await on.exchange('push', 'write', true))?.report?.written).toEqual({ sent: 1, kept: 1 })
  expect(on.database.observations.map(({ value }) => value)).toEqual(['100', '0'])
})

test('goes in the unit of the variable there', async () => {
  on.database.variables = [variable('v1', 'canopyCover_mean', { units: 'Proportion' })]
  await on.exchange('push', 'compare')
  await on.exchange('push', 'write')
  expect(on.database.observations.map(({ value }) => value)).toEqual(['1', '0'])
})

test('ends when it is cancelled, before anything more is sent', async () => {
  await on.exchange('push', 'compare')
  let isCancelled = false
  on.database.misbehaves = ({ url }, response) => {
    if (isCancelled || !url.pathname.endsWith('/observations')) return false
    isCancelled = true
    const body = { trialId: on.trialId, direction: 'push' as const }
    void on.server.call('cancelExchange', { token: on.owner.token, body }).then(() => {
      const answer = { metadata: { pagination: { totalPages: 0 } }, result: { data: [] } }
      return response.writeHead(200).end(JSON.stringify(answer))
    })
    return true
  }
  expect(await on.exchange('push', 'write')).toMatchObject({ state: 'CANCELLED' })
  expect(on.database.writes).toEqual([])
})

test('a value that the database did not keep is not counted as kept', async () => {
  await on.exchange('push', 'compare')
  on.database.misbehaves = ({ method, body }, response) => {
    if (method !== 'POST') return false
    on.database.store((body as { value: string }[]).map((one) => ({ ...one, value: '1' })) as never[])
    return Boolean(response.writeHead(200).end('{"result": {"data": []}}'))
  }
  expect((await on.exchange('push', 'write'))?.report?.written).toEqual({ sent: 2, kept: 0 })
})

test.each([
  ['a variable that is not there', () => (on.database.variables = []), /no single variable of this name/],
  [
    'a name of two variables',
    () => on.database.variables.push(variable('v9', 'Canopycover_mean')),
    /no single variable of this name/,
  ],
  [
    'another unit',
    () => (on.database.variables = [variable('v1', 'canopyCover_mean', { units: 'kg/ha' })]),
    /another unit \(kg\/ha there, % here\)/,
  ],
  [
    'no unit, which may be a fraction',
    () => (on.database.variables = [variable('v1', 'canopyCover_mean', {})]),
    /another unit \(no unit there/,
  ],
  ['another genotype', () => (on.database.units = [unit('u1', '101', 'Other')]), /another genotype there/],
  [
    'a value without a day',
    () => on.database.store([{ observationUnitDbId: 'u1', observationVariableDbId: 'v1', value: '5' }]),
    /a value without a day/,
  ],
])('is refused for %s', async (_name, prepare, reason) => {
  prepare()
  const report = (await on.exchange('push', 'compare'))?.report
  expect(report?.refused.map((one) => one.reason)).toContainEqual(expect.stringMatching(reason))
  const before = on.database.observations.length
  await on.exchange('push', 'write')
  expect(on.database.observations.slice(before).filter(({ observationUnitDbId: id }) => id === 'u1')).toEqual([])
})

test('goes by the names of the account, of which some have the day of the year', async () => {
  on.database.variables = []
  on.database.otherVariables = [
    variable('86700', 'Canopy Cover - UASHub - %|day 182'),
    variable('86701', 'Canopy Cover - UASHub - %|day 183'),
  ]
  const name = 'canopy cover - UASHub - %|day {day}'
  await on.call('saveTraitNames', { names: [{ variableId: 'canopyCover_mean', name }] })
  const of = { token: on.owner.token, query: { studyDbId: on.trialId } }
  const { body } = await on.server.call('brapiVariables', of)
  expect(body.result.data.flatMap(({ synonyms = [] }) => synonyms)).toEqual([name])
  await on.exchange('push', 'compare')
  await on.exchange('push', 'write')
  expect(on.database.observations.map(({ observationVariableDbId: id }) => id)).toEqual(['86700', '86700'])
})

test('reaches another installation of ours by its BrAPI, once', async () => {
  const made = { name: 'Exchange', scopes: ['read' as const, 'brapi' as const] }
  const { token } = (await on.server.call('makeToken', { token: on.owner.token, body: made })).body.data
  const study = await on.server.call('brapiMakeStudies', { token, body: [{ studyName: 'Field 7 there' }] })
  const studyDbId = study.body.result.data[0]?.studyDbId ?? ''
  await on.server.call('savePlots', { token: on.owner.token, body: { trialId: studyDbId, geojson: EXCHANGED_PLOTS } })
  const scale = { dataType: 'Numerical', units: '%' }
  const variables = [{ observationVariableName: 'Cover', scale }]
  await on.server.call('brapiMakeVariables', { token, body: variables })
  await on.call('saveTraitNames', { names: [{ variableId: 'canopyCover_mean', name: 'Cover' }] })
  expect((await on.connect({ url: `${on.server.url}/brapi/v2`, token, studyDbId })).status).toBe(200)
  await on.exchange('push', 'compare')
  expect((await on.exchange('push', 'write'))?.report?.written).toEqual({ sent: 2, kept: 2 })
  expect((await on.exchange('push', 'compare'))?.report?.items).toMatchObject([{ same: 2, added: 0, changed: 0 }])
  expect((await on.exchange('pull', 'compare'))?.report?.items).toMatchObject([
    { what: 'Plots: names, genotypes and places', same: 5, added: 0 },
  ])
  const there = await on.server.call('listOwnColumns', { token: on.owner.token, query: { trialId: studyDbId } })
  expect(there.body.data).toMatchObject([
    { name: 'Cover', unit: '%', takenOn: '2026-07-01', values: [{ value: 100 }, {}] },
  ])
})

test('follows a measurement where that is wanted', async () => {
  await sendAfterMeasuring(on.server.deps, { measurementId: on.measurementId })
  expect(await on.newest('push')).toBeUndefined()
  await on.connect({ sendsAfterMeasuring: true })
  await sendAfterMeasuring(on.server.deps, { measurementId: on.measurementId })
  expect((await on.newest('push'))?.report?.written).toEqual({ sent: 2, kept: 2 })
})

test('nothing is written before it was compared', async () => {
  const body = { trialId: on.trialId, direction: 'push' as const, step: 'write' as const }
  expect((await on.call('startExchange', body)).body.message).toMatch(/Compare first/)
})

test('a value at another plot than it was sent to is no value of this one', async () => {
  await on.exchange('push', 'compare')
  await on.exchange('push', 'write')
  on.database.units = [unit('u1', '102', 'MN1410'), unit('u2', '101', 'mn0095')]
  expect(await reasons()).toEqual([[expect.stringMatching(/sent earlier to another plot/), 2]])
})

test('values of a day that was corrected are named, as they are still there', async () => {
  await on.exchange('push', 'compare')
  await on.exchange('push', 'write')
  const body = { flightId: on.flightId, takenOn: '2026-07-05' }
  await on.server.call('changeTrialFlight', { token: on.owner.token, body })
  expect(await reasons()).toEqual([[expect.stringMatching(/days that were corrected/), 2]])
  await on.server.call('changeTrialFlight', { token: on.owner.token, body: { ...body, takenOn: '2026-07-01' } })
})

test('what was sent twice is said, and is not the same', async () => {
  await on.exchange('push', 'compare')
  await on.exchange('push', 'write')
  on.database.store(on.database.observations.slice(0, 1).map((one) => ({ ...one, value: '55' })))
  expect(await reasons()).toEqual([[expect.stringMatching(/several values on that day/), 1]])
})

test('plots of other studies get nothing from a database that lists them, too', async () => {
  on.database.units = [
    { ...unit('u1', '101', 'mn0095'), studyDbId: '7' },
    { ...unit('u9', '102', 'MN1410'), studyDbId: '8' },
  ]
  await on.exchange('push', 'compare')
  await on.exchange('push', 'write')
  expect(on.database.observations.map(({ observationUnitDbId: id }) => id)).toEqual(['u1'])
})

test('infinity is not the same as a number', async () => {
  on.database.store([{ observationUnitDbId: 'u1', ...V1, value: 'Infinity', observationTimeStamp: '2026-07-01' }])
  expect((await on.exchange('push', 'compare'))?.report?.items).toMatchObject([{ same: 0, added: 1, changed: 1 }])
})

test('a value of the evening before is not replaced, though it is of the day in UTC', async () => {
  const evening = { observationTimeStamp: '2026-06-30T20:00:00-05:00' }
  on.database.store([{ observationUnitDbId: 'u1', ...V1, value: '42', ...evening }])
  expect(await reasons()).toEqual([[expect.stringMatching(/around midnight/), 1]])
  on.database.observations = []
  on.database.store([{ observationUnitDbId: 'u1', ...V1, value: '100', ...evening }])
  expect((await on.exchange('push', 'compare'))?.report?.items).toMatchObject([{ same: 1, added: 1 }])
})

test('what was changed there after it was compared is not replaced', async () => {
  const at = { ...V1, observationTimeStamp: '2026-07-01T00:00:00Z' }
  const [stored] = on.database.store([{ observationUnitDbId: 'u1', value: '97', ...at }])
  await on.exchange('push', 'compare')
  if (stored) stored.value = '98'
  const written = await on.exchange('push', 'write', true)
  expect(written?.report?.refused).toMatchObject([{ reason: expect.stringMatching(/changed there since/) }])
  expect(on.database.observations.map(({ value }) => value)).toEqual(['98', '0'])
})

test('nothing is written when a trait was named otherwise after it was compared', async () => {
  on.database.variables.push(variable('v2', 'Weed cover'))
  await on.exchange('push', 'compare')
  await on.call('saveTraitNames', { names: [{ variableId: 'canopyCover_mean', name: 'Weed cover' }] })
  expect(await on.exchange('push', 'write')).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/since/) })
  expect(on.database.writes).toEqual([])
})

test('while values are on their way, nobody sends others', async () => {
  await on.exchange('push', 'compare')
  const sendingUntil = new Date(Date.now() + 60_000)
  await on.server.deps.db.updateTable('studyConnections').set({ sendingId: 'another', sendingUntil }).execute()
  on.database.calls = []
  await on.call('startExchange', { trialId: on.trialId, direction: 'push', step: 'write' })
  await expect.poll(async () => (await on.loaded()).exchanges[0]?.state, POLL).toBe('RUNNING')
  expect(on.database.calls).toEqual([])
  await on.server.deps.db.updateTable('studyConnections').set({ sendingUntil: null }).execute()
  expect((await on.newest('push'))?.report?.written).toEqual({ sent: 2, kept: 2 })
})

test('a measurement that ends while something is sent is sent after it', async () => {
  await on.connect({ sendsAfterMeasuring: true })
  await on.exchange('push', 'compare')
  on.database.misbehaves = ({ method, url }) => {
    if (method === 'GET' && url.pathname.endsWith('/studies/7')) on.database.misbehaves = null
    return false
  }
  const sendingUntil = new Date(Date.now() + 60_000)
  await on.server.deps.db.updateTable('studyConnections').set({ sendingUntil }).execute()
  await on.call('startExchange', { trialId: on.trialId, direction: 'push', step: 'write' })
  await sendAfterMeasuring(on.server.deps, { measurementId: on.measurementId })
  const [running] = (await on.loaded()).exchanges
  await on.server.deps.db.updateTable('studyConnections').set({ sendingUntil: null }).execute()
  await expect.poll(async () => (await on.loaded()).exchanges[0]?.exchangeId, POLL).not.toBe(running?.exchangeId)
  expect((await on.newest('push'))?.report?.items).toMatchObject([{ same: 2, added: 0 }])
})

test('a database that doesn’t say how many pages it has is read to its end', async () => {
  on.database.units = [unit('u1', '101', 'mn0095'), unit('u2', '102', 'MN1410')]
  on.database.misbehaves = ({ method, url }, response) => {
    if (method !== 'GET' || !url.pathname.endsWith('/observationunits')) return false
    const page = Number(url.searchParams.get('page'))
    return Boolean(
      response.writeHead(200).end(JSON.stringify({ result: { data: on.database.units.slice(page, page + 1) } })),
    )
  }
  expect((await on.exchange('push', 'compare'))?.report?.plots).toMatchObject({ matched: 2 })
})

test.each([
  ['pages that don’t fit together', { pagination: { totalPages: 1, totalCount: 3 } }, /don’t fit together: 2 of 3/],
  ['ids that are no ids', { over: { observationUnitDbId: 2 ** 53 } }, /does not answer as BrAPI 2 does/],
])(
  'a database with %s is refused',
  async (_name, { pagination = {}, over = {} }: { pagination?: object; over?: object }, reason) => {
    on.database.misbehaves = ({ url }, response) => {
      if (!url.pathname.endsWith('/observationunits') || url.searchParams.get('page') !== '0') return false
      const data = on.database.units.map((one) => ({ ...one, ...over }))
      return Boolean(response.writeHead(200).end(JSON.stringify({ metadata: { pagination }, result: { data } })))
    }
    expect(await on.exchange('push', 'compare')).toMatchObject({
      state: 'FAILED',
      reason: expect.stringMatching(reason),
    })
  },
)
