// The calls of the app Field Book 7 (BrAPIServiceV2 and the client library of Breeding Insight), in their order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrapiField, brapiClient, brapiField, type Row, textsOf } from '#server/testing/server/brapi-clients.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

let server: TestServer
let field: BrapiField
let phone: ReturnType<typeof brapiClient>
beforeAll(async () => {
  server = await openTestServer()
  field = await brapiField(server)
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'okhttp/4.12.0' }
  phone = brapiClient(server, { ...headers, authorization: `Bearer ${field.token}` })
})
afterAll(() => server.close())

/** The app asks for the first page to see how many there are, then for each of them, and waits until it has as many rows as there are in all. */
async function fetchAll(path: string, pageSize: number): Promise<Row[]> {
  const joined = path.includes('?') ? `${path}&` : `${path}?`
  const { metadata } = await phone.list(`${joined}page=0&pageSize=${pageSize}`)
  const pages = Array.from({ length: metadata.pagination.totalPages }, (_, page) => page)
  const read = await Promise.all(pages.map((page) => phone.list(`${joined}page=${page}&pageSize=${pageSize}`)))
  const rows = read.flatMap(({ result }) => result.data)
  expect(rows).toHaveLength(metadata.pagination.totalCount)
  return rows
}

/** What the app must find in a study, or it stops. */
test('an account is checked: what the server has of what the app calls', async () => {
  const info = await phone.call<{ serverName: string; calls: { service: string; methods: string[] }[] }>('serverinfo')
  const methods = new Map(info.result.calls.map((call) => [call.service, call.methods]))
  const called: Record<string, string[]> = {
    commoncropnames: ['GET'],
    programs: ['GET'],
    seasons: ['GET'],
    serverinfo: ['GET'],
    studies: ['GET'],
    'studies/{studyDbId}': ['GET'],
    trials: ['GET'],
    germplasm: ['GET'],
    'search/germplasm': ['POST'],
    'search/germplasm/{searchResultsDbId}': ['GET'],
    variables: ['GET'],
    observations: ['GET', 'POST', 'PUT'],
    observationlevels: ['GET'],
    observationunits: ['GET'],
  }
  for (const [service, needed] of Object.entries(called))
    expect([service, methods.get(service)]).toEqual([service, expect.arrayContaining(needed)])
})

test('a field is imported: filters, studies, levels, units, traits, germplasm', async () => {
  const { studyDbId } = field
  const [program] = textsOf(await fetchAll('programs', 512), 'programDbId')
  expect((await phone.call<{ data: string[] }>('commoncropnames?page=0&pageSize=512')).result.data).toEqual(['Wheat'])
  expect(textsOf(await fetchAll('seasons', 512), 'seasonDbId')).toEqual(['2026'])
  const [trial] = await fetchAll('trials?active=true', 512)
  expect(trial).toMatchObject({ trialDbId: studyDbId, trialName: 'Yield 2026', programDbId: program })
  const [study] = await fetchAll('studies?active=true', 512)
  expect(study).toMatchObject({ studyDbId, studyName: 'Yield 2026', commonCropName: 'Wheat', trialName: 'Yield 2026' })
  expect((await phone.one(`studies/${studyDbId}`)).result).toMatchObject({ studyDbId, locationName: 'Yield 2026' })

  const levels = await phone.list('observationlevels?page=0&pageSize=1000')
  const byOrder = levels.result.data.toSorted((one, other) => Number(one['levelOrder']) - Number(other['levelOrder']))
  expect(textsOf(byOrder, 'levelName')).toEqual(['field', 'entry', 'rep', 'block', 'plot'])

  const units = await fetchAll(`observationunits?studyDbId=${studyDbId}`, 3)
  expect(await fetchAll(`observationunits?studyDbId=${studyDbId}&observationUnitLevelName=plot`, 3)).toEqual(units)
  expect(new Set(textsOf(units, 'observationUnitDbId')).size).toBe(4)
  expect(textsOf(units, 'observationUnitName')).toEqual(['1', '2', '3', '4'])
  expect(units[3]).toMatchObject({
    germplasmName: 'Line 1',
    observationUnitPosition: {
      observationLevel: { levelName: 'plot', levelCode: '4' },
      observationLevelRelationships: expect.arrayContaining([
        { levelName: 'rep', levelOrder: 2, levelCode: '2' },
        { levelName: 'block', levelOrder: 3, levelCode: 'A' },
      ]),
      positionCoordinateX: '4',
      positionCoordinateXType: 'GRID_COL',
      positionCoordinateYType: 'GRID_ROW',
      entryType: 'CHECK',
    },
  })

  const germplasm = await fetchAll(`germplasm?studyDbId=${studyDbId}`, 512)
  const ids = textsOf(germplasm, 'germplasmDbId')
  expect(ids.toSorted()).toEqual([...new Set(textsOf(units, 'germplasmDbId'))].toSorted())
  // Each id twice, as the app sends them.
  const body = JSON.stringify({ germplasmDbIds: [...ids, ...ids], page: 0, pageSize: 50 })
  const search = await phone.one('search/germplasm', { method: 'POST', body })
  const found = await phone.list(`search/germplasm/${search.result['searchResultsDbId'] as string}?page=0&pageSize=50`)
  expect([search.status, found.status, textsOf(found.result.data, 'germplasmDbId')]).toEqual([202, 200, ids])
})

test('traits are imported, each with a format', async () => {
  const variables = await fetchAll('variables', 30)
  const own = variables.filter(({ observationVariableDbId: id }) => id === field.height || id === field.maturity)
  expect(own).toMatchObject([
    { observationVariableName: 'Height', trait: { traitName: 'Height' }, scale: { dataType: 'Numerical' } },
    { observationVariableName: 'Maturity', trait: { traitName: 'Maturity' }, scale: { dataType: 'Date' } },
  ])
  expect(variables.every(({ trait, scale }) => trait && (scale as Row)['dataType'])).toBe(true)
})

/** The app finds each of its scores by the reference of its own; without it, it says that the upload has failed, and sends it again. */
const idsByReference = (rows: readonly Row[]) =>
  new Map(
    rows.map((row) => {
      const references = row['externalReferences'] as Row[] | undefined
      const own = references?.find(({ referenceSource }) => referenceSource === 'Field Book Upload')
      expect(Date.parse(String(row['observationTimeStamp']))).not.toBeNaN()
      return [own?.['referenceId'], row['observationDbId']]
    }),
  )

describe('a phone sends and reads scores', () => {
  type Score = { localId: string; plot: number; variable: string; value: string; at?: string }

  const observationOf = ({ localId, plot, variable, value, at = '2026-07-01T21:30:05.123-05:00' }: Score) => ({
    collector: 'A. Breeder',
    observationTimeStamp: at,
    observationUnitDbId: `${field.studyDbId}:${plot}`,
    studyDbId: field.studyDbId,
    observationVariableDbId: variable,
    observationVariableName: variable === field.height ? 'Height' : 'Maturity',
    value,
    externalReferences: [
      { referenceID: localId, referenceId: localId, referenceSource: 'Field Book Upload' },
      { referenceID: 'a phone', referenceId: 'a phone', referenceSource: 'Field Book Device' },
    ],
  })
  const post = (sent: Score[]) =>
    phone.list('observations', { method: 'POST', body: JSON.stringify(sent.map(observationOf)) })

  test('each once, however often; changed ones by their ids; none that nobody gave', async () => {
    const { height, maturity } = field
    expect(await fetchAll(`observations?studyDbId=${field.studyDbId}`, 2)).toEqual([])
    // Two pieces at a time.
    const first = [
      { localId: '11', plot: 1, variable: height, value: '71.5' },
      { localId: '12', plot: 2, variable: height, value: '80' },
    ]
    const second = [
      { localId: '13', plot: 2, variable: maturity, value: '2026-08-15' },
      { localId: '14', plot: 3, variable: height, value: 'NA' },
    ]
    const answers = await Promise.all([post(first), post(second)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const ids = idsByReference(answers.flatMap(({ result }) => result.data))
    expect([...ids.keys()]).toEqual(['11', '12', '13', '14'])
    // The answer was lost.
    expect(idsByReference((await post(first)).result.data)).toEqual(new Map([...ids].slice(0, 2)))

    const edited = observationOf({ localId: '12', plot: 2, variable: height, value: '82' })
    const body = JSON.stringify({ [String(ids.get('12'))]: { ...edited, observationDbId: ids.get('12') } })
    const changed = await phone.list('observations', { method: 'PUT', body })
    expect([changed.status, idsByReference(changed.result.data)]).toEqual([200, new Map([['12', ids.get('12')]])])

    // Whatever comes without a value would be stored as an empty score, at every download again.
    const read = await fetchAll(`observations?studyDbId=${field.studyDbId}`, 2)
    const values = new Map(read.map((row, at) => [row['observationDbId'], textsOf(read, 'value')[at]]))
    expect(values).toEqual(
      new Map([
        [ids.get('11'), '71.5'],
        [ids.get('12'), '82'],
        [ids.get('13'), '2026-08-15'],
      ]),
    )
    const units = await fetchAll(`observationunits?studyDbId=${field.studyDbId}&observationUnitLevelName=plot`, 50)
    const traits = await fetchAll(`variables?studyDbId=${field.studyDbId}`, 1000)
    expect(textsOf(units, 'observationUnitDbId')).toEqual(expect.arrayContaining(textsOf(read, 'observationUnitDbId')))
    expect(textsOf(traits, 'observationVariableDbId')).toEqual(
      expect.arrayContaining(textsOf(read, 'observationVariableDbId')),
    )
  })

  test('one that is changed on a later day moves there, and the app learns its new id', async () => {
    const { height } = field
    const [made] = (await post([{ localId: '21', plot: 4, variable: height, value: '60' }])).result.data
    const id = String(made?.['observationDbId'])
    const later = { localId: '21', plot: 4, variable: height, value: '65', at: '2026-07-09T08:00:00Z' }
    const put = (of: string) =>
      phone.list('observations', { method: 'PUT', body: JSON.stringify({ [of]: observationOf(later) }) })
    const moved = idsByReference((await put(id)).result.data).get('21')
    expect(moved).not.toBe(id)
    expect(idsByReference((await put(String(moved))).result.data).get('21')).toBe(moved)
    const ofPlot = (await fetchAll(`observations?studyDbId=${field.studyDbId}`, 2)).filter(
      ({ observationUnitName: name }) => name === '4',
    )
    expect(ofPlot).toMatchObject([{ observationDbId: moved, value: '65' }])
  })
})
