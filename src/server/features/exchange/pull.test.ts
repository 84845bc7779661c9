import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unit, variable } from '#server/testing/doubles/breeding-database.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { EXCHANGED_PLOTS, openExchange } from '#server/testing/server/exchanges.ts'

let on: Awaited<ReturnType<typeof openExchange>>
beforeAll(async () => {
  on = await openExchange()
})
afterAll(() => on.close())

const namesHere = async () => {
  const { body } = await on.server.call('getPlots', { token: on.owner.token, query: { trialId: on.trialId } })
  const { features } = body.data.geojson as unknown as { features: { properties: Record<string, unknown> }[] }
  return features.map(({ properties: { plotId, genotype, column, entryType } }) => [
    plotId,
    genotype,
    column,
    entryType,
  ])
}

beforeEach(async () => {
  await on.reset()
  await on.connect()
  const { token } = on.owner
  await on.server.call('savePlots', { token, body: { trialId: on.trialId, geojson: EXCHANGED_PLOTS } })
  on.database.variables = [
    variable('v1', 'canopyCover_mean'),
    variable('v2', 'Yield', { dataType: 'Numerical', units: 'kg/ha' }),
    variable('v3', 'Heading', { dataType: 'Date' }),
  ]
  on.database.store([
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
  const second = unit('u2', '0102', 'MN1410')
  on.database.units[1] = second
  Object.assign(second.observationUnitPosition, { entryType: 'CHECK', positionCoordinateX: '9' })
})
test('says first what it would take, then takes names and scores, and nothing that was measured here', async () => {
  const compared = await on.exchange('pull', 'compare')
  expect(await on.ownColumns()).toEqual([])
  expect(compared?.report?.items).toMatchObject([
    { what: 'Plots: names, genotypes and places', same: 1, added: 2, changed: 1 },
    { what: 'Yield', there: 'Yield', added: 1, refused: 1 },
    { what: 'Heading, 21 Jun 2026', added: 1 },
  ])
  expect(compared?.report?.refused.map(({ reason, count }) => [reason, count])).toEqual([
    ['Values of plots that are not in this trial', 1],
    ['Values that are no numbers or dates, as their variable has', 1],
  ])
  expect((await on.exchange('pull', 'write'))?.report?.written).toEqual({ sent: 4, kept: 4 })
  expect(await on.ownColumns()).toEqual([
    ['Heading', null, '2026-06-21', [['102', '2026-06-20']]],
    ['Yield', 'kg/ha', null, [['101', 4120]]],
  ])
  // The column is another one here, and stays.
  expect(await namesHere()).toEqual([
    ['101', 'MN0095', '1', undefined],
    ['102', 'MN1410', '2', 'CHECK'],
  ])
  await on.exchange('pull', 'compare')
  await on.exchange('pull', 'write', true)
  expect((await namesHere())[1]).toEqual(['102', 'MN1410', '9', 'CHECK'])
})

test('writes nothing when the study has changed since', async () => {
  await on.exchange('pull', 'compare')
  const yields = on.database.observations.find(({ value }) => value === '4120')
  if (yields) yields.value = '9999'
  const failed = await on.exchange('pull', 'write')
  expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/changed since/) })
  expect(await on.ownColumns()).toEqual([])
})

test('makes the plots of a trial that has none, where the study has their outlines', async () => {
  const { token } = on.owner
  const empty = (await on.server.call('createTrial', { token, body: { name: 'Empty' } })).body.data.trialId
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
  on.database.units = [drawn]
  await on.connect({ trialId: empty })
  const of = { trialId: empty, direction: 'pull' as const }
  for (const step of ['compare', 'write'] as const) {
    await on.call('startExchange', { ...of, step })
    await waitForJobs(on.server, 'exchange')
  }
  const { body } = await on.server.call('getPlots', { token, query: { trialId: empty } })
  expect(body.data.geojson).toMatchObject({
    features: [{ properties: { plotId: 'SOY26-PLOT-101', genotype: 'MN0095' } }],
  })
  const columns = await on.server.call('listOwnColumns', { token, query: { trialId: empty } })
  expect(columns.body.data.map(({ name }) => name)).toContain('Yield')
})

test('a on.database that sends the same page for ever is left', async () => {
  on.database.misbehaves = ({ url }, response) => {
    if (!url.pathname.endsWith('/observations')) return false
    const data = on.database.observations.slice(0, 1)
    return Boolean(
      response.writeHead(200).end(JSON.stringify({ metadata: { pagination: { totalPages: 9e9 } }, result: { data } })),
    )
  }
  const failed = await on.exchange('pull', 'compare')
  expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/the same page of observations/) })
})

test('codes and texts stay as they are, and scores of an ordinal scale are numbers', async () => {
  on.database.variables = [
    variable('v2', 'Seed lot', { dataType: 'Text' }),
    variable('v3', 'Lodging', { dataType: 'Ordinal' }),
  ]
  on.database.observations = []
  on.database.store([
    { observationUnitDbId: 'u1', observationVariableDbId: 'v2', value: '12E4' },
    { observationUnitDbId: 'u2', observationVariableDbId: 'v2', value: '00123' },
    { observationUnitDbId: 'u1', observationVariableDbId: 'v3', value: '7' },
    { observationUnitDbId: 'u2', observationVariableDbId: 'v3', value: '+5' },
  ])
  await on.exchange('pull', 'compare')
  await on.exchange('pull', 'write')
  expect((await on.ownColumns()).map(([name, , , values]) => [name, values])).toEqual([
    [
      'Lodging',
      [
        ['101', 7],
        ['102', '+5'],
      ],
    ],
    [
      'Seed lot',
      [
        ['101', '12E4'],
        ['102', '00123'],
      ],
    ],
  ])
})

test('two variables of one name are none', async () => {
  on.database.variables = [
    variable('v2', 'Height', { dataType: 'Numerical', units: 'm' }),
    variable('v3', 'Height ', { dataType: 'Numerical', units: 'cm' }),
  ]
  const compared = await on.exchange('pull', 'compare')
  expect(compared?.report?.items.map(({ what }) => what)).toEqual(['Plots: names, genotypes and places'])
  expect(compared?.report?.refused).toContainEqual({
    reason: 'Variables of the study with one name',
    count: 2,
    examples: ['Height'],
  })
})

test('what a person types after it was compared stays', async () => {
  await on.exchange('pull', 'compare')
  const body = { trialId: on.trialId, name: 'Yield', unit: 'kg/ha', values: [{ plotId: '101', value: 7 }] }
  await on.server.call('saveOwnColumn', { token: on.owner.token, body })
  expect(await on.exchange('pull', 'write', true)).toMatchObject({ state: 'FAILED' })
  expect(await on.ownColumns()).toEqual([['Yield', 'kg/ha', null, [['101', 7]]]])
  // It replaces what it was compared with.
  await on.exchange('pull', 'compare')
  await on.exchange('pull', 'write', true)
  expect(await on.ownColumns()).toContainEqual(['Yield', 'kg/ha', null, [['101', 4120]]])
})

test('a name without letters, or with ones that no text has, is none', async () => {
  on.database.variables = [variable('v2', ' '), variable('v3', 'A\u0000B')]
  const compared = await on.exchange('pull', 'compare')
  expect(compared?.report?.items.map(({ what }) => what)).toEqual([
    'Plots: names, genotypes and places',
    'v2',
    'AB, 21 Jun 2026',
  ])
})
