// The calls of three packages of R, in their order: QBMS (engine ‘ebs’), BrAPI of the Triticeae Toolbox, and brapir.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrapiField, brapiClient, brapiField, type Row, textsOf } from '#server/testing/server/brapi-clients.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

let server: TestServer
let field: BrapiField
let bearer: { authorization: string }
beforeAll(async () => {
  server = await openTestServer()
  field = await brapiField(server)
  bearer = { authorization: `Bearer ${field.token}` }
  const { studyDbId, height, token } = field
  const score = (plot: number, value: string, day: string) => ({
    observationUnitDbId: `${studyDbId}:${plot}`,
    observationVariableDbId: height,
    observationTimeStamp: day,
    value,
  })
  const body = [score(1, '71', '2026-07-01'), score(2, '80', '2026-07-01'), score(1, '93', '2026-07-15')]
  await server.call('brapiMakeObservations', { token, body })
})
afterAll(() => server.close())

type Table = { headerRow: string[]; observationVariables: Row[]; data: string[][] }

test('QBMS goes from crops to the values of a study, their ontology, germplasm and locations', async () => {
  const { studyDbId, height } = field
  const r = brapiClient(server, { ...bearer, accept: 'application/json', 'user-agent': 'httr2/1.0.0 r-curl/5.2.1' })
  /** As it asks for every list: the first page, and those after it by the number of pages. */
  const read = async (path: string, pageSize = 1000) => {
    const joined = `${path}${path.includes('?') ? '&' : '?'}`
    const first = await r.list(`${joined}page=0&pageSize=${pageSize}`)
    const rows = [...first.result.data]
    for (let page = 1; page < first.metadata.pagination.totalPages; page++)
      rows.push(...(await r.list(`${joined}page=${page}&pageSize=${pageSize}`)).result.data)
    expect(rows).toHaveLength(first.metadata.pagination.totalCount)
    return rows
  }
  expect((await r.call<{ data: string[] }>('commoncropnames?page=0&pageSize=1000')).result.data).toEqual(['Wheat'])
  const [program] = await read('programs')
  textsOf(program ? [program] : [], 'programName')
  const [trial] = await read(`trials?programDbId=${String(program?.['programDbId'])}`)
  textsOf(trial ? [trial] : [], 'trialName')
  const [study] = await read(`studies?trialDbId=${String(trial?.['trialDbId'])}`)
  expect(study).toMatchObject({ studyDbId, studyName: 'Yield 2026', locationName: 'Yield 2026' })
  expect((await r.one(`studies/${studyDbId}?page=0&pageSize=1000`)).result).toMatchObject({ studyDbId })

  // A page of two rows, and the page after it, are bound into one table by the names of their columns.
  const table = async (page: number) => {
    const path = `observations/table?studyDbId=${studyDbId}&page=${page}&pageSize=5`
    return r.call<Table>(path)
  }
  const [first, second] = [await table(0), await table(1)]
  expect(first.metadata.pagination).toMatchObject({ currentPage: 0, totalPages: 2, totalCount: 8 })
  const { headerRow, observationVariables } = first.result
  const columns = [...headerRow, ...textsOf(observationVariables, 'observationVariableName')]
  const rows = [...first.result.data, ...second.result.data]
  expect(rows.every(({ length }) => length === columns.length)).toBe(true)
  const cells = rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at], cell])))
  expect(cells.filter((cell) => cell['Height']).map((cell) => [cell['observationTimeStamp'], cell['Height']])).toEqual([
    ['2026-07-01T00:00:00Z', '71'],
    ['2026-07-01T00:00:00Z', '80'],
    ['2026-07-15T00:00:00Z', '93'],
  ])

  const ids = textsOf(observationVariables, 'observationVariableDbId')
  const body = `{"page": 0, "pageToken": 0, "pageSize": 1000, "observationVariableDbIds": ["${ids.join('","')}"]}`
  const json = { 'content-type': 'application/json' }
  const search = await r.one('search/variables', { method: 'POST', headers: json, body })
  const ontology = await r.list(`search/variables/${String(search.result['searchResultsDbId'])}`)
  expect([search.status, ontology.status, ontology.metadata.pagination.totalPages]).toEqual([202, 200, 1])
  expect(ontology.result).not.toHaveProperty('searchResultsDbId')
  expect(ontology.result.data).toMatchObject([{ observationVariableDbId: height, scale: { units: 'cm' } }])

  const germplasm = await read(`germplasm?studyDbId=${studyDbId}`, 1)
  expect(textsOf(germplasm, 'germplasmName')).toEqual(['Line 1', 'Line 2'])
  expect(textsOf(await read('germplasm?germplasmName=Line%202'), 'germplasmDbId')).toEqual(['Line 2'])
  expect(textsOf(await read('locations'), 'locationDbId')).toEqual([studyDbId])
})

test('BrAPI of the Triticeae Toolbox: each GET has a body, and all pages are one more than there are', async () => {
  const { studyDbId, height } = field
  const accept = 'application/json, text/xml, application/xml, */*'
  const r = brapiClient(server, { ...bearer, accept, 'content-type': 'application/json' })
  const readAll = async (path: string, pageSize = 10, body = '[]') => {
    const joined = `${path}${path.includes('?') ? '&' : '?'}`
    const first = await r.list(`${joined}page=0&pageSize=${pageSize}`, { body })
    expect(first.metadata.status.map(({ messageType }) => messageType)).not.toContain('ERROR')
    const rows = [...first.result.data]
    const { currentPage, totalPages } = first.metadata.pagination
    for (let page = currentPage + 1; page <= totalPages; page++)
      rows.push(...(await r.list(`${joined}page=${page}&pageSize=${pageSize}`, { body })).result.data)
    expect(rows).toHaveLength(first.metadata.pagination.totalCount)
    return rows
  }
  const [programName = ''] = textsOf(await readAll('programs'), 'programName')
  const studies = await readAll(`studies?programName=${encodeURIComponent(programName)}`)
  expect(textsOf(studies, 'studyDbId')).toEqual([studyDbId])
  const named = await r.list('studies?studyName=Yield%202026&page=0&pageSize=10', { body: '[]' })
  expect(named.result.data).toMatchObject([
    { studyDbId, locationName: 'Yield 2026', startDate: '2026-04-02T00:00:00Z' },
  ])
  const plots = await readAll(`observationunits?studyDbId=${studyDbId}`, 3)
  expect(plots.map(({ observationUnitPosition: at }) => at)).toMatchObject([
    { positionCoordinateX: '1', positionCoordinateY: '1' },
    { positionCoordinateX: '2' },
    { positionCoordinateX: '3' },
    { positionCoordinateX: '4' },
  ])
  const observations = await readAll(`observations?studyDbId=${studyDbId}`, 2)
  expect(textsOf(observations, 'value')).toEqual(['71', '80', '93'])
  for (const name of ['observationUnitDbId', 'observationUnitName', 'germplasmName', 'observationVariableName'])
    textsOf(observations, name)

  // One value is no list, as R writes it.
  const body = JSON.stringify({ studyDbIds: studyDbId, observationVariableDbIds: height })
  const search = await r.one('search/observations', { method: 'POST', body })
  expect(search.status).toBe(202)
  const found = await readAll(`search/observations/${String(search.result['searchResultsDbId'])}`, 10, body)
  expect(found).toEqual(observations)

  const score = { observationUnitDbId: `${studyDbId}:3`, observationVariableDbId: height, value: '85' }
  const sent = await r.list('observations', { method: 'POST', body: JSON.stringify([score]) })
  const [id] = textsOf(sent.result.data, 'observationDbId')
  const changed = { method: 'PUT', body: JSON.stringify({ value: '' }) }
  expect([sent.status, (await r.one(`observations/${String(id)}`, changed)).status]).toEqual([200, 200])
})

const embeddedIn = (rows: readonly Row[]) =>
  rows.map((row) =>
    (row['observations'] as Row[]).map(({ observationTimeStamp, value }) => [observationTimeStamp, value]),
  )

test('brapir reads plots with all their observations', async () => {
  const { studyDbId, height } = field
  const r = brapiClient(server, { ...bearer, accept: 'application/json, text/xml, application/xml, */*' })
  const path = `observationunits?studyDbId=${studyDbId}&includeObservations=true&page=0&pageSize=1000`
  const { status, metadata, result } = await r.list(path)
  expect([status, metadata.pagination.totalCount]).toEqual([200, 4])
  expect(metadata.status.map(({ messageType }) => messageType)).toEqual(['INFO'])
  const names = ['programDbId', 'programName', 'trialDbId', 'trialName', 'studyName', 'locationDbId', 'locationName']
  for (const name of names) textsOf(result.data, name)
  const expected = [
    [
      ['2026-07-01T00:00:00Z', '71'],
      ['2026-07-15T00:00:00Z', '93'],
    ],
    [['2026-07-01T00:00:00Z', '80']],
    [],
    [],
  ]
  expect(embeddedIn(result.data)).toEqual(expected)
  const ofFirst = result.data[0]?.['observations'] as Row[]
  expect(ofFirst[0]).toMatchObject({ observationVariableDbId: height, observationVariableName: 'Height', studyDbId })
  textsOf(ofFirst, 'observationDbId')

  const search = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      includeObservations: true,
      observationLevels: [{ levelName: 'PLOT' }],
      page: 0,
      pageSize: 1000,
      studyDbIds: [studyDbId],
    }),
  }
  const started = await r.one('search/observationunits', search)
  const results = `search/observationunits/${String(started.result['searchResultsDbId'])}?page=0&pageSize=1000`
  const found = await r.list(results)
  expect([started.status, found.status, embeddedIn(found.result.data)]).toEqual([202, 200, expected])
  const variables = await r.list(`variables?studyDbId=${studyDbId}&page=0&pageSize=1000`)
  expect(variables.result.data[0]).toMatchObject({ observationVariableDbId: height, scale: { dataType: 'Numerical' } })
})
