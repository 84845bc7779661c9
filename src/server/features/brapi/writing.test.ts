import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let owner: TestUser
/** Of a breeding database. */
let token: string
beforeAll(async () => {
  server = await openTestServer()
  owner = await createUser(server)
  const body = { name: 'Breedbase', scopes: ['brapi' as const] }
  token = (await server.call('makeToken', { token: owner.token, body })).body.data.token
})
afterAll(() => server.close())

const makeVariable = async (name: string, units?: string, dataType = 'Numerical') => {
  const scale = { dataType, ...(units !== undefined && { units }) }
  const { body } = await server.call('brapiMakeVariables', { token, body: [{ observationVariableName: name, scale }] })
  return body.result.data[0]?.observationVariableDbId ?? ''
}

const OUTLINE = (x: number) => [
  [x, 44.2],
  [x + 0.0001, 44.2],
  [x + 0.0001, 44.2001],
  [x, 44.2001],
  [x, 44.2],
]
const unit = (studyDbId: string, name: string, x: number) => ({
  studyDbId,
  observationUnitName: name,
  germplasmName: `G${name}`,
  observationUnitPosition: {
    entryType: 'TEST',
    positionCoordinateX: name,
    positionCoordinateXType: 'GRID_COL',
    positionCoordinateY: '1',
    observationLevelRelationships: [{ levelName: 'rep', levelCode: '2' }],
    geoCoordinates: { type: 'Feature', geometry: { type: 'Polygon', coordinates: [OUTLINE(x)] } },
  },
})

async function makeStudy(name: string): Promise<string> {
  const { body } = await server.call('brapiMakeStudies', { token, body: [{ studyName: name }] })
  const studyDbId = body.result.data[0]?.studyDbId ?? ''
  const units = [unit(studyDbId, '1', -95.5), unit(studyDbId, '2', -95.4998)]
  await server.call('brapiMakeUnits', { token, body: units })
  return studyDbId
}

const send = (
  body: {
    observationUnitDbId?: string
    observationVariableDbId?: string
    value?: string
    observationTimeStamp?: string
  }[],
) => server.call('brapiMakeObservations', { token, body })
const ownColumns = async (trialId: string) =>
  (await server.call('listOwnColumns', { token: owner.token, query: { trialId } })).body.data.map(
    ({ name, unit: of, takenOn, values }) => [name, of, takenOn, values.map(({ plotId, value }) => [plotId, value])],
  )

test('a breeding database makes a trial with its plots, once, however often it sends them', async () => {
  const study = { studyName: 'Advanced yield 2026', commonCropName: 'Wheat', startDate: '2026-04-02T00:00:00Z' }
  const first = (await server.call('brapiMakeStudies', { token, body: [study] })).body.result.data
  expect(first).toMatchObject([{ ...study, studyDbId: expect.any(String) }])
  const studyDbId = first[0]?.studyDbId ?? ''
  const again = await Promise.all([1, 2, 3].map(() => server.call('brapiMakeStudies', { token, body: [study] })))
  expect(again.map(({ body }) => body.result.data[0]?.studyDbId)).toEqual([studyDbId, studyDbId, studyDbId])
  const body = [unit(studyDbId, '1', -95.5), unit(studyDbId, '2', -95.4998)]
  const made = await server.call('brapiMakeUnits', { token, body })
  expect(made.body.result.data).toMatchObject([
    {
      observationUnitDbId: `${studyDbId}:1`,
      germplasmName: 'G1',
      observationUnitPosition: { entryType: 'TEST', positionCoordinateX: '1', positionCoordinateY: '1' },
    },
    { observationUnitName: '2' },
  ])
  expect((await server.call('brapiMakeUnits', { token, body })).body).toEqual(made.body)
  const versions = server.deps.db.selectFrom('trialPlots').select('version').where('trialId', '=', studyDbId)
  expect(await versions.execute()).toHaveLength(1)
  const more = await server.call('brapiMakeUnits', { token, body: [...body, unit(studyDbId, '3', -95.4996)] })
  expect(more.body.result.data.map((one) => one.observationUnitName)).toEqual(['1', '2', '3'])
  expect(more.body.result.data[0]).toEqual(made.body.result.data[0])
})

test('staff name the trial, and the day of planting is one of the calendar', async () => {
  const body = [{ studyName: 'Of a customer' }]
  const refused = await server.call('brapiMakeStudies', { token: (await createStaff(server)).token, body })
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('0.trialDbId: Name the trial, whose ')])
  const noDay = await server.call('brapiMakeStudies', {
    token,
    body: [{ studyName: 'Of no day', startDate: '2026-02-30' }],
  })
  expect([noDay.status, noDay.body]).toEqual([400, expect.stringContaining('0.startDate: This is not a date')])
})

test('plots without an outline are refused with what to do', async () => {
  const studyDbId = await makeStudy('Without outlines')
  const { observationUnitPosition: _, ...bare } = unit(studyDbId, '9', 0)
  const { status, body } = await server.call('brapiMakeUnits', { token, body: [bare] })
  expect([status, body]).toEqual([
    400,
    expect.stringContaining('Plot 9 has no outline: send geoCoordinates with a Polygon'),
  ])
})

test('plots that were drawn in metres are not moved by further ones', async () => {
  const { body } = await server.call('createTrial', { token: owner.token, body: { name: 'Drawn' } })
  const { trialId } = body.data
  const geojson = inUtm([polygon({ plot_id: '1' }, square(1, 1, 4))])
  await server.call('savePlots', { token: owner.token, body: { trialId, geojson } })
  const more = await server.call('brapiMakeUnits', { token, body: [unit(trialId, '2', -95.5)] })
  expect([more.status, more.body]).toEqual([409, expect.stringContaining('another coordinate system')])
})

describe('a phone sends its scores', () => {
  test('into own columns by variable and day, and reads them back', async () => {
    const studyDbId = await makeStudy('Scores')
    const height = await makeVariable('Height', 'cm')
    const at = (plot: number, value: string, day: string) => ({
      observationUnitDbId: `${studyDbId}:${plot}`,
      observationVariableDbId: height,
      value,
      // In the field it is the first of July, in UTC the second.
      observationTimeStamp: `${day}T22:30:00-05:00`,
    })
    const sent = [at(1, '71.5', '2026-07-01'), at(2, '80', '2026-07-01'), at(1, '90', '2026-07-09')]
    const { status, body } = await send(sent)
    expect(status).toBe(200)
    expect(body.result.data).toMatchObject([
      { observationUnitName: '1', value: '71.5', observationTimeStamp: '2026-07-01T00:00:00Z', germplasmName: 'G1' },
      { observationUnitName: '2', value: '80' },
      { observationUnitName: '1', value: '90', observationTimeStamp: '2026-07-09T00:00:00Z' },
    ])
    expect(await ownColumns(studyDbId)).toEqual([
      [
        'Height',
        'cm',
        '2026-07-01',
        [
          ['1', 71.5],
          ['2', 80],
        ],
      ],
      ['Height', 'cm', '2026-07-09', [['1', 90]]],
    ])
    const ids = body.result.data.map((one) => one.observationDbId)
    const read = await server.call('brapiObservations', { token, query: { studyDbId } })
    const values = new Map(read.body.result.data.map((one) => [one.observationDbId, one.value]))
    expect(ids.map((id) => values.get(id))).toEqual(['71.5', '80', '90'])
    // A client that didn't get the answer sends the same again.
    expect((await send(sent)).body.result.data.map((one) => one.observationDbId)).toEqual(ids)
    expect(await ownColumns(studyDbId)).toHaveLength(2)
  })

  test('and is told in words what can not be, without anything being saved', async () => {
    const studyDbId = await makeStudy('Refusals')
    const [height, notes] = [await makeVariable('Height', 'cm'), await makeVariable('Notes', undefined, 'Text')]
    const unitDbId = `${studyDbId}:1`
    const good = { observationUnitDbId: unitDbId, observationVariableDbId: notes, value: 'leaning' }
    const refused = async (bad: Parameters<typeof send>[0][number]) => {
      const { status, body } = await send([good, bad])
      expect(await ownColumns(studyDbId)).toEqual([])
      return [status, body]
    }
    expect(await refused({ ...good, observationUnitDbId: `${studyDbId}:77` })).toEqual([
      400,
      expect.stringContaining(`1.observationUnitDbId: ‘${studyDbId}:77’ is no plot of this study`),
    ])
    expect(await refused({ ...good, observationVariableDbId: 'NGRDI_mean' })).toEqual([
      400,
      expect.stringContaining('‘NGRDI_mean’ takes no scores: it is measured from images'),
    ])
    expect(await refused({ ...good, observationVariableDbId: height, value: 'tall' })).toEqual([
      400,
      expect.stringContaining('‘tall’ is not a number with a decimal point, which ‘Height’ takes'),
    ])
    expect(await refused({ ...good, value: 'upright' })).toEqual([
      409,
      expect.stringContaining('Plot 1 has ‘Notes’ = leaning without a day, and upright was sent'),
    ])
    const other = await createUser(server)
    expect((await refused({ ...good, observationUnitDbId: `${other.id}:1` }))[0]).toBe(404)
  })

  test('and another unit than that of the column is no silent mistake', async () => {
    const studyDbId = await makeStudy('Units')
    const [inCm, inM] = [await makeVariable('Height', 'cm'), await makeVariable('Height', 'm')]
    const score = { observationUnitDbId: `${studyDbId}:1`, observationTimeStamp: '2026-07-01' }
    expect((await send([{ ...score, observationVariableDbId: inCm, value: '80' }])).status).toBe(200)
    const second = { ...score, observationUnitDbId: `${studyDbId}:2`, observationVariableDbId: inM, value: '0.8' }
    expect((await send([second])).body).toEqual(
      expect.stringContaining('‘Height’ of 2026-07-01 has the unit cm here, not m'),
    )
  })

  test('and changes them by their ids; one of another day moves there', async () => {
    const studyDbId = await makeStudy('Changes')
    const variable = await makeVariable('Lodging', '1-9')
    const score = { observationUnitDbId: `${studyDbId}:1`, observationVariableDbId: variable }
    const [made] = (await send([{ ...score, value: '3', observationTimeStamp: '2026-07-01' }])).body.result.data
    const id = made?.observationDbId ?? ''
    const put = (body: object) => server.call('brapiChangeObservations', { token, body: { [id]: body } })
    expect((await put({ value: '5' })).body.result.data).toMatchObject([{ observationDbId: id, value: '5' }])
    expect((await put({ ...score, observationUnitDbId: `${studyDbId}:2`, value: '5' })).body).toEqual(
      expect.stringContaining('Send one of another plot as a new one (POST)'),
    )
    const moved = await put({ value: '6', observationTimeStamp: '2026-07-03T08:00:00Z' })
    expect(moved.body.result.data).toMatchObject([{ value: '6', observationTimeStamp: '2026-07-03T00:00:00Z' }])
    const now = moved.body.result.data[0]?.observationDbId ?? ''
    expect(await ownColumns(studyDbId)).toEqual([
      ['Lodging', '1-9', '2026-07-01', []],
      ['Lodging', '1-9', '2026-07-03', [['1', 6]]],
    ])
    const query = { observationDbId: now }
    expect(
      (await server.call('brapiChangeObservation', { token, query, body: { value: '' } })).body.result,
    ).not.toHaveProperty('value')
    expect(
      (await server.call('brapiChangeObservation', { token, query: { observationDbId: 'none' }, body: { value: '1' } }))
        .status,
    ).toBe(404)
  })
})

test('a variable is made once, and found by who sends values of it', async () => {
  const id = await makeVariable('Moisture', '%')
  expect(await makeVariable('Moisture', '%')).toBe(id)
  const found = await server.call('brapiVariables', { token, query: { observationVariableDbId: id } })
  expect(found.body.result.data).toMatchObject([
    { observationVariableName: 'Moisture', scale: { units: '%', dataType: 'Numerical' } },
  ])
  const body = [{ observationVariableName: 'Moisture', scale: { dataType: 'Text', units: '%' } }]
  const other = await server.call('brapiMakeVariables', { token, body })
  expect([other.status, other.body]).toEqual([409, expect.stringContaining('with values of the type number')])
  const stranger = await createUser(server)
  const theirs = await server.call('brapiVariables', { token: stranger.token, query: { observationVariableDbId: id } })
  expect(theirs.body.result.data).toEqual([])
  const all = (await server.call('brapiVariables', { token })).body
  expect(all.result.data.filter((one) => one.observationVariableDbId === id)).toHaveLength(1)
  expect(all.result.data).toHaveLength(all.metadata.pagination.totalCount)
  const studyDbId = await makeStudy('Moisture')
  await send([{ observationUnitDbId: `${studyDbId}:1`, observationVariableDbId: id, value: '14.2' }])
  const ids = (await server.call('brapiVariables', { token })).body.result.data.map(
    (one) => one.observationVariableDbId,
  )
  expect(ids.filter((one) => one === id)).toHaveLength(1)
})

test('genotypes are those of the newest plots', async () => {
  const studyDbId = await makeStudy('Replaced')
  const [kept] = [unit(studyDbId, '1', -95.5).observationUnitPosition.geoCoordinates.geometry]
  const feature = { type: 'Feature', properties: { plot_id: '1', genotype: 'New' }, geometry: kept }
  const geojson = { type: 'FeatureCollection' as const, features: [feature] }
  await server.call('savePlots', { token: owner.token, body: { trialId: studyDbId, geojson } })
  const { result } = (await server.call('brapiGermplasms', { token, query: { studyDbId } })).body
  expect(result.data.map((one) => one.germplasmName)).toEqual(['New'])
})
