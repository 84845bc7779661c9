import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '#domain/units.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let customer: TestUser
let trialId: string
beforeAll(async () => {
  server = await openTestServer()
  const staff = await createStaff(server)
  customer = await createUser(server)
  const { token } = customer
  const { analysisRequestId: id } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id, fileName: 'field_2026-07-01.tif', content: FIELD })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body: maps } = await server.call('listMaps', { token, query: { analysisRequestId: id } })
  const about = { name: 'Field 7', crop: 'Soybean', plantingDate: '2026-05-10' }
  trialId = (await server.call('createTrial', { token, body: about })).body.data.trialId
  const flight = { trialId, takenOn: '2026-07-01', orthomosaicMapId: maps.data[0]?.mapId ?? '' }
  await server.call('addTrialFlight', { token, body: flight })
  await server.call('savePlots', { token, body: { trialId, geojson: PLOTS } })
  const settings = { bufferMetres: 0, mask: { method: 'exg' as const }, traits: ['canopyCover', 'NGRDI'] }
  await server.call('startMeasurement', { token, body: { trialId, ...settings } })
  await waitForJobs(server, 'measure-trial')
})
afterAll(() => server.close())

/** 14 m by 12 m with pixels of 20 cm: plants in the western half, soil in the eastern one. */
const FIELD = Buffer.from(
  makeTiff({
    width: 70,
    height: 60,
    bands: 3,
    photometric: 2,
    tile: 32,
    valueAt: (x, _y, band) => (x < 35 ? [60, 120, 60] : [120, 100, 80])[band] ?? 0,
    scale: [0.2, 0.2, 0],
    tiepoint: [0, 0, 0, 300_000, 4_900_012, 0],
    keys: { 1024: 1, 1025: 1, 3072: 32_615 },
  }),
)
const PLOTS = inUtm([
  polygon({ plot_id: '101', row: 1, column: 1, rep: 1, genotype: 'MN0095', entry_type: 'check' }, square(1.2, 1.2, 4)),
  polygon({ plot_id: '102', row: 1, column: 2, rep: 1, genotype: 'MN1410' }, square(8, 1.2, 4)),
])

test('a breeding database reads a trial: study, season, plots, variables and the value of each plot and date', async () => {
  const { token } = customer
  const of = { token, query: { studyDbId: trialId } }
  const { body: studies } = await server.call('brapiStudies', { token })
  expect(studies.metadata.pagination).toEqual({ currentPage: 0, pageSize: 1000, totalCount: 1, totalPages: 1 })
  expect(studies.result.data).toMatchObject([
    {
      studyDbId: trialId,
      studyName: 'Field 7',
      commonCropName: 'Soybean',
      seasons: ['2026'],
      startDate: '2026-05-10T00:00:00Z',
      observationVariableDbIds: ['NGRDI_mean', 'canopyCover_mean'],
    },
  ])
  const { body: seasons } = await server.call('brapiSeasons', { token })
  expect(seasons.result.data).toEqual([{ seasonDbId: '2026', seasonName: '2026', year: 2026 }])

  const { body: units } = await server.call('brapiObservationUnits', of)
  expect(units.result.data[0]).toMatchObject({
    observationUnitDbId: `${trialId}:101`,
    observationUnitName: '101',
    germplasmName: 'MN0095',
    observationUnitPosition: {
      observationLevel: { levelName: 'plot', levelCode: '101' },
      entryType: 'CHECK',
      positionCoordinateX: '1',
      positionCoordinateXType: 'GRID_COL',
      positionCoordinateY: '1',
      positionCoordinateYType: 'GRID_ROW',
      geoCoordinates: { type: 'Feature', geometry: { type: 'Polygon' } },
    },
  })
  const outline = units.result.data[0]?.observationUnitPosition.geoCoordinates?.geometry.coordinates?.[0] as number[][]
  expect(outline[0]).toEqual([expect.closeTo(-95.504, 3), expect.closeTo(44.2258, 3)])

  const { body: variables } = await server.call('brapiVariables', of)
  expect(variables.result.data.map(({ observationVariableDbId: id, scale }) => [id, scale.units])).toEqual([
    ['NGRDI_mean', '1'],
    ['canopyCover_mean', '%'],
    ['NGRDI_mean_BLUE', '1'],
    ['NGRDI_mean_adjusted', '1'],
    ['canopyCover_mean_BLUE', '%'],
    ['canopyCover_mean_adjusted', '%'],
  ])
  const cover = { ...of, query: { ...of.query, observationVariableDbId: 'canopyCover_mean' } }
  const { body: observations } = await server.call('brapiObservations', cover)
  expect(observations.result.data).toMatchObject([
    {
      observationUnitDbId: `${trialId}:101`,
      observationTimeStamp: '2026-07-01T00:00:00Z',
      season: { year: 2026 },
      value: '100',
      additionalInfo: { buffer_m: '0', mask_method: 'exg', n_px: '400', valid_frac: '1' },
    },
    { observationUnitDbId: `${trialId}:102`, germplasmDbId: 'MN1410', value: '0' },
  ])
  const { body: images } = await server.call('brapiImages', of)
  expect(images.result.data).toMatchObject([{ imageFileName: 'field_2026-07-01.tif', mimeType: 'image/webp' }])
})

test('a table has a row for each plot and date, and pages are parts of the whole', async () => {
  const query = { studyDbId: trialId }
  const { body: table } = await server.call('brapiObservationTable', { token: customer.token, query })
  const { headerRow, observationVariables, data } = table.result
  const titles = [...headerRow, ...observationVariables.map(({ observationVariableDbId: id }) => id)]
  const cells = data.map((row) => Object.fromEntries(row.map((cell, at) => [titles[at], cell])))
  expect(cells).toMatchObject([
    { observationUnitName: '101', germplasmName: 'MN0095', positionCoordinateX: '1', canopyCover_mean: '100' },
    { observationUnitName: '102', germplasmName: 'MN1410', positionCoordinateX: '2', canopyCover_mean: '0' },
  ])
  expect(Number(cells[0]?.['NGRDI_mean'])).toBeCloseTo(60 / 180, 12)

  const pages = await Promise.all(
    ['0', '1'].map(async (page) => {
      const paged = { query: { ...query, page, pageSize: '3' }, token: customer.token }
      return (await server.call('brapiObservations', paged)).body
    }),
  )
  expect(
    pages.map(({ result }) => result.data.map((row) => [row.observationVariableDbId, row.observationUnitName])),
  ).toEqual([
    [
      ['NGRDI_mean', '101'],
      ['NGRDI_mean', '102'],
      ['canopyCover_mean', '101'],
    ],
    [['canopyCover_mean', '102']],
  ])
  expect(pages[1]?.metadata.pagination).toEqual({ currentPage: 1, pageSize: 3, totalCount: 4, totalPages: 2 })
})

test('a client goes down from crop and program to trial, study and values', async () => {
  const { token } = customer
  const { body: crops } = await server.call('brapiCommonCropNames', { token })
  expect(crops.result.data).toEqual(['Soybean'])
  const { body: programs } = await server.call('brapiPrograms', { token, query: { commonCropName: 'Soybean' } })
  const [program] = programs.result.data
  expect(programs.result.data).toEqual([{ programDbId: customer.id, programName: expect.any(String) }])
  const { body: trials } = await server.call('brapiTrials', { token, query: { programDbId: customer.id } })
  expect(trials.result.data).toEqual([
    { trialDbId: trialId, trialName: 'Field 7', active: true, startDate: '2026-05-10', ...program },
  ])
  const { body: studies } = await server.call('brapiStudies', { token, query: { trialDbId: trialId } })
  expect(studies.result.data).toMatchObject([{ studyDbId: trialId, trialDbId: trialId, locationName: 'Field 7' }])
  const { body: levels } = await server.call('brapiObservationLevels', { token })
  expect(levels.result.data.map(({ levelName }) => levelName)).toEqual(['field', 'entry', 'rep', 'block', 'plot'])
})

test('a filter is obeyed, or named as ignored; another customer finds nothing', async () => {
  const { token } = customer
  const other = await createUser(server)
  const trialsWith = async (query: Record<string, string>, by = token) =>
    (await server.call('brapiTrials', { token: by, query })).body.result.data.length
  expect(await trialsWith({ commonCropName: 'Soybean', studyDbId: trialId })).toBe(1)
  expect(await trialsWith({ commonCropName: 'Maize' })).toBe(0)
  expect(await trialsWith({ programDbId: customer.id }, other.token)).toBe(0)
  for (const name of ['brapiStudies', 'brapiPrograms', 'brapiCommonCropNames', 'brapiSeasons'] as const)
    expect((await server.call(name, { token: other.token })).body.result.data).toEqual([])

  const asked = async (query: Record<string, string>) => (await server.call('brapiStudies', { token, query })).body
  // No study has a code, so none has this one.
  expect((await asked({ studyCode: '7' })).result.data).toEqual([])
  const { metadata, result } = await asked({ colour: 'green', studyDbId: trialId })
  expect(result.data).toHaveLength(1)
  expect(metadata.status).toEqual([
    { messageType: 'WARNING', message: expect.stringMatching(/^Ignored: colour\. This call knows commonCropName/) },
    { messageType: 'INFO', message: 'Loaded' },
  ])
})

test('the filters of the standard that clients send are obeyed: those of the app Field Book among them', async () => {
  const { token } = customer
  const found = async (call: string) => {
    const response = await fetch(`${server.url}/brapi/v2/${call}`, { headers: { authorization: `Bearer ${token}` } })
    const { result } = (await response.json()) as { result?: { data?: unknown[]; calls?: unknown[] } }
    return (result?.data ?? result?.calls)?.length ?? response.status
  }
  const units = `observationunits?studyDbId=${trialId}`
  const observations = `observations?studyDbId=${trialId}&observationVariableDbId=NGRDI_mean`
  const expected: Record<string, number> = {
    'studies?active=true&page=0&pageSize=50': 1,
    'studies?active=false': 0,
    'studies?seasonDbId=2026&studyType=Field%20trial': 1,
    'studies?seasonDbId=2025': 0,
    'studies?studyName=Field%207&trialName=Field%207': 1,
    'studies?studyName=Field%208': 0,
    [`studies?locationDbId=${trialId}`]: 1,
    'studies?locationDbId=7': 0,
    'trials?active=true&page=0&pageSize=50': 1,
    'trials?active=false': 0,
    'trials?trialName=Field%208': 0,
    'programs?programName=nobody': 0,
    [`${units}&observationUnitLevelName=plot&page=0&pageSize=50`]: 2,
    [`${units}&observationUnitLevelName=plant`]: 0,
    [`${units}&observationUnitLevelCode=102`]: 1,
    [`${units}&observationUnitName=101`]: 1,
    [`${units}&germplasmDbId=MN0095`]: 1,
    [`${observations}&observationUnitLevelName=plot`]: 2,
    [`${observations}&observationUnitLevelName=plant`]: 0,
    [`${observations}&germplasmName=MN1410`]: 1,
    [`observationunits?studyDbId=${trialId}&observationUnitLevelRelationshipName=rep&observationUnitLevelRelationshipCode=1`]: 2,
    [`observationunits?studyDbId=${trialId}&observationUnitLevelRelationshipName=rep&observationUnitLevelRelationshipCode=2`]: 0,
    'serverinfo?dataType=text/csv': 2,
    'serverinfo?dataType=application/xml': 0,
  }
  const answers = await Promise.all(Object.keys(expected).map(async (call) => [call, await found(call)] as const))
  expect(Object.fromEntries(answers)).toEqual(expected)
})

test('a client that asks for larger pages than there are gets the largest, and is told so', async () => {
  const { body } = await server.call('brapiStudies', { token: customer.token, query: { pageSize: '5000' } })
  expect(body.metadata.pagination).toMatchObject({ pageSize: 1000, totalCount: 1 })
})

test('where a formula of a variable was published stands in the field of the standard', async () => {
  const query = { observationVariableDbId: 'NGRDI_mean' }
  const { body } = await server.call('brapiVariables', { token: customer.token, query })
  expect(body.result.data[0]?.method.bibliographicalReference).toMatch(/Tucker|doi/)
})

test('the server names the calls that it has, without a token, and none that it has not', async () => {
  const { body } = await server.call('brapiServerInfo', {})
  const ids: Record<string, string> = { studyDbId: trialId, locationDbId: trialId, trialDbId: trialId }
  const lists = body.result.calls.filter(
    ({ methods, service }) => methods.includes('GET') && !/\{|^search/.test(service),
  )
  expect(lists.length).toBeGreaterThan(18)
  const get = async (service: string) => {
    const path = service.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? 'none')
    return (await fetch(`${server.url}/brapi/v2/${path}`, { headers: { authorization: `Bearer ${customer.token}` } }))
      .status
  }
  expect(await Promise.all(lists.map(({ service }) => get(service)))).toEqual(lists.map(() => 200))
  expect(await Promise.all(['studies', 'trials', 'locations'].map((noun) => get(`${noun}/${trialId}`)))).toEqual([
    200, 200, 200,
  ])
  expect(await get('observations/none')).toBe(404)
})

test('errors are texts, as the standard shows them', async () => {
  const { token } = customer
  const response = await fetch(`${server.url}/brapi/v2/studies/none`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toMatch(/^ERROR - \d{4}-\d\d-\d\dT[\d:.]+Z - There is nothing with this id/)
})

test('a search has an id, with which its caller alone reads what it finds, page by page', async () => {
  const { token } = customer
  const body = {
    observationVariableDbIds: ['NGRDI_mean', 'canopyCover_mean'],
    studyDbIds: [trialId],
    pageSize: 1,
    hue: 2,
  }
  const started = await server.call('brapiSearchVariables', { token, body })
  expect(started.status).toBe(202)
  const { searchResultsDbId } = started.body.result
  const found = async (page?: string, as = token) =>
    server.call('brapiFoundVariables', { token: as, query: { searchResultsDbId, ...(page ? { page } : {}) } })
  const first = (await found()).body
  expect(first.result.data.map((one) => one.observationVariableDbId)).toEqual(['NGRDI_mean'])
  expect(first.metadata).toMatchObject({
    pagination: { totalCount: 2, totalPages: 2, pageSize: 1 },
    status: [{ messageType: 'WARNING', message: expect.stringContaining('Ignored: hue.') }, {}],
  })
  expect((await found('1')).body.result.data.map((one) => one.observationVariableDbId)).toEqual(['canopyCover_mean'])
  const other = await createUser(server)
  expect((await found('0', other.token)).status).toBe(404)
  expect((await server.call('brapiFoundStudies', { token, query: { searchResultsDbId } })).status).toBe(404)
  const wrong = await server.call('brapiSearchVariables', { token, body: { studyDbIds: [{ id: 1 }] } })
  expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('studyDbIds: This is not a list of texts')])
  server.advance(days(1))
  const person = await createUser(server)
  await server.deps.db.updateTable('brapiSearches').set({ userId: person.id }).execute()
  expect((await found('0', person.token)).status).toBe(404)
  server.advance(-days(1))
})

test('a search by levels, units and observations finds what a query by them does', async () => {
  const { token } = customer
  const search = async (body: Record<string, unknown>) => {
    const { searchResultsDbId } = (await server.call('brapiSearchObservations', { token, body })).body.result
    const { result } = (await server.call('brapiFoundObservations', { token, query: { searchResultsDbId } })).body
    return result.data.map((row) => [row.observationVariableName, row.observationUnitName, row.value])
  }
  const units = [`${trialId}:102`]
  expect(await search({ observationUnitDbIds: units, observationVariableDbIds: ['canopyCover_mean'] })).toEqual([
    ['canopyCover_mean', '102', '0'],
  ])
  const all = (await server.call('brapiObservations', { token, query: { studyDbId: trialId } })).body.result.data
  const ids = all.slice(1, 3).map((row) => row.observationDbId)
  expect(await search({ observationDbIds: ids })).toEqual([
    ['NGRDI_mean', '102', expect.any(String)],
    ['canopyCover_mean', '101', '100'],
  ])
  const [entries] = await search({ observationLevels: [{ levelName: 'entry' }], studyDbIds: [trialId] })
  expect(entries).toEqual(['NGRDI_mean_BLUE', 'MN0095', expect.any(String)])
  expect(
    await search({ observationLevels: [{ levelOrder: 4 }], observationVariableDbIds: ['NGRDI_mean'] }),
  ).toHaveLength(2)
})

test('tables are CSV or tabs for who accepts those, whole', async () => {
  const { token } = customer
  const table = async (path: string, accept: string) => {
    const headers = { authorization: `Bearer ${token}`, accept }
    const response = await fetch(`${server.url}/brapi/v2/${path}?studyDbId=${trialId}&pageSize=1`, { headers })
    return [response.headers.get('content-type'), (await response.text()).split(/\r?\n/)] as const
  }
  const [type, lines] = await table('observations/table', 'text/csv')
  expect(type).toBe('text/csv; charset=utf-8')
  expect(lines[0]).toMatch(/^observationTimeStamp,observationUnitDbId,.*,rep,NGRDI_mean,canopyCover_mean$/)
  expect(lines[1]).toMatch(/^,{11}NGRDI_mean,canopyCover_mean$/)
  expect(lines).toHaveLength(5)
  expect(lines[2]).toMatch(new RegExp(`^2026-07-01T00:00:00Z,${trialId}:101,101,.*,100$`))
  const [tabs, rows] = await table('observationunits/table', 'text/tsv')
  expect(tabs).toBe('text/tab-separated-values; charset=utf-8')
  expect(rows[2]?.split('\t').at(-1)).toBe('100')
  expect(rows).toHaveLength(5)
})

test('genotypes, fields and events of trials are found by their studies', async () => {
  const { token } = customer
  const genotypes = (await server.call('brapiGermplasms', { token, query: { studyDbId: trialId } })).body.result.data
  expect(genotypes.map((one) => one.germplasmName)).toEqual(['MN0095', 'MN1410'])
  expect((await server.call('brapiGermplasm', { token, query: { germplasmDbId: 'MN0095' } })).status).toBe(200)
  const ofGenotype = { token, query: { germplasmDbId: 'MN1410' } }
  expect((await server.call('brapiStudies', ofGenotype)).body.result.data).toHaveLength(1)
  const ofNone = { token, query: { germplasmDbId: 'MN0000' } }
  expect((await server.call('brapiStudies', ofNone)).body.result.data).toEqual([])
  const [field] = (await server.call('brapiLocations', { token })).body.result.data
  expect(field).toMatchObject({ locationDbId: trialId, coordinates: { geometry: { type: 'Point' } } })
  expect(field?.coordinates?.geometry.coordinates).toEqual([expect.closeTo(-95.504, 3), expect.closeTo(44.2258, 3)])
  const events = (await server.call('brapiEvents', { token, query: { studyDbId: trialId } })).body.result.data
  expect(events.map((one) => [one.eventType, one.eventDateRange.discreteDates])).toEqual([
    ['Planting', ['2026-05-10T00:00:00Z']],
    ['Drone flight', ['2026-07-01T00:00:00Z']],
  ])
  const other = await createUser(server)
  for (const name of ['brapiGermplasms', 'brapiLocations', 'brapiEvents', 'brapiObservationUnits'] as const)
    expect((await server.call(name, { token: other.token })).body.result.data).toEqual([])
})

test('without a study, variables are those that can be measured and those that people added where the caller may see', async () => {
  const { token } = customer
  const [other, staff] = [await createUser(server), await createStaff(server)]
  const add = async (by: TestUser, own: { name: string; unit?: string; value: number | string }) => {
    const { value, ...about } = own
    const { body } = await server.call('createTrial', { token: by.token, body: { name: 'Field 9' } })
    const column = { trialId: body.data.trialId, ...about, values: [{ plotId: '1', value }] }
    await server.call('saveOwnColumn', { token: by.token, body: column })
    return body.data.trialId
  }
  const quoted = 'Grain “dry”, "14\\%" / m²'
  const ofQuoted = await add(customer, { name: quoted, unit: 'g', value: 12 })
  await add(customer, { name: quoted, unit: 'g', value: 13 })
  await add(customer, { name: 'Maturity', value: '2026-08-15' })
  await add(other, { name: 'Secret', value: 'good' })
  const listed = async (by: TestUser, query: Record<string, string> = {}) =>
    (await server.call('brapiVariables', { token: by.token, query })).body
  const ownOf = async (by: TestUser) =>
    (await listed(by)).result.data
      .filter(({ method }) => method.methodClass === 'Observation')
      .map(({ observationVariableName: name, scale }) => [name, scale.dataType, scale.units])
  expect(await ownOf(customer)).toEqual([
    [quoted, 'Numerical', 'g'],
    ['Maturity', 'Date', undefined],
  ])
  expect(await ownOf(other)).toEqual([['Secret', 'Text', undefined]])
  expect(await ownOf(staff)).toHaveLength(3)

  const { result, metadata } = await listed(customer)
  const { totalCount } = metadata.pagination
  expect(result.data).toHaveLength(totalCount)
  const page = await listed(customer, { page: '1', pageSize: String(totalCount - 1) })
  expect(page.result.data).toEqual(result.data.slice(-1))

  const ofStudy = { token, query: { studyDbId: ofQuoted } }
  await server.call('savePlots', { token, body: { trialId: ofQuoted, geojson: PLOTS } })
  const [own] = (await server.call('brapiVariables', ofStudy)).body.result.data
  const { observationVariableDbId: id = '' } = own ?? {}
  expect((await listed(customer, { observationVariableDbId: id })).result.data).toEqual([own])
  expect((await listed(other, { observationVariableDbId: id })).result.data).toEqual([])
  const means = await listed(customer, { observationVariableDbId: `${id}_BLUE` })
  expect(means.result.data).toMatchObject([{ trait: { traitName: quoted }, method: { methodClass: 'Computation' } }])
})
