import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type BodyIn, type QueryIn } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { readXlsx } from '#imagery/tables/xlsx.ts'
import { openGeopackage } from '#server/testing/server/geopackages.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

// A trial that no drone has flown over: all that is known of it people have recorded.
let server: TestServer
let customer: TestUser
let trialId: string
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  customer = await createUser(server)
  const { token } = customer
  const about = { name: 'Field 7', crop: 'Wheat', plantingDate: '2026-05-10' }
  trialId = (await server.call('createTrial', { token, body: about })).body.data.trialId
  await server.call('savePlots', { token, body: { trialId, geojson: PLOTS } })
  for (const column of COLUMNS) await server.call('saveOwnColumn', { token, body: { trialId, ...column } })
})
afterAll(() => server.close())

const PLOTS = inUtm(
  ['A', 'B', 'A', 'B'].map((genotype, at) =>
    polygon({ plot_id: String(101 + at), genotype, rep: at < 2 ? 1 : 2 }, square(1 + 5 * at, 1, 4)),
  ),
)

const valuesOf = (values: (number | string)[]) => values.map((value, at) => ({ plotId: String(101 + at), value }))

const COLUMNS: Omit<BodyIn<'saveOwnColumn'>, 'trialId'>[] = [
  { name: 'Yield', unit: 'kg/ha', values: valuesOf([3200.5, 2800, 3017, 'lodged']) },
  { name: 'Lodging', takenOn: '2026-07-01', values: valuesOf([1, 2, 3, 4]) },
  { name: 'Maturity', values: valuesOf(['2026-08-15', '20.08.2026', '2026-08-17', '2026-08-21']) },
  { name: 'Remark', values: valuesOf(['good', 'poor', '=1+1', 'good']) },
  // No other column of a file may have such a name.
  { name: 'Geom', values: valuesOf([1, 1, 1, 1]) },
  { name: 'yield', values: valuesOf([5, 6, 7, 8]) },
]

type Format = NonNullable<QueryIn<'getTraitTable'>['format']>

async function download(format: Format): Promise<Uint8Array> {
  const query = new URLSearchParams({ trialId, format }).toString()
  const url = `${server.url}${pathOf(api.getTraitTable)}?${query}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}
const text = async (format: Format) => new TextDecoder().decode(await download(format))

const exclude = (reason: string | null) =>
  server.call('excludePlots', { token: customer.token, body: { trialId, plotIds: ['103'], reason } })

const sheet = async (at: number) =>
  new TextDecoder().decode(unzipSync(await download('xlsx'))[`xl/worksheets/sheet${at}.xml`])

test('a workbook has own columns by their names, dates as dates, and remarks where they were written', async () => {
  const { rows } = readXlsx(await download('xlsx'))
  expect(rows).toEqual([
    'plot_id,rep,genotype,Geom_2,Lodging_2026-07-01,Maturity,Remark,Yield_kg_ha,yield'.split(','),
    '101,1,A,1,1,2026-08-15,good,3200.5,5'.split(','),
    '102,1,B,1,2,2026-08-20,poor,2800,6'.split(','),
    '103,2,A,1,3,2026-08-17,=1+1,3017,7'.split(','),
    '104,2,B,1,4,2026-08-21,good,lodged,8'.split(','),
  ])
  // Days from 1899-12-30, as spreadsheets count.
  expect(await sheet(1)).toContain('<c r="F2" s="2"><v>46249</v></c>')
})

test('means of genotypes are those of own numbers and of dates', async () => {
  const means = await sheet(3)
  const rows = [...means.matchAll(/<row r="\d+">.*?<\/row>/g)].map(([row]) =>
    [...row.matchAll(/<(?:t xml:space="preserve"|v)>([^<]*)/g)].map(([, cell]) => cell),
  )
  const starts = rows.map((row) => row.slice(0, 5))
  // 46250 is 2026-08-16, half-way between both plots of A.
  expect(starts).toContainEqual(['A', 'Maturity', 'value', 'date', '46250'])
  expect(starts).toContainEqual(['B', '2026-07-01', 'Lodging', 'value', '3'])
})

test('a GeoPackage has fields of numbers, dates and texts, and colours the plots', async () => {
  const { all, close } = await openGeopackage(await download('gpkg'))
  const fields = all("select name, type from pragma_table_info('plots')").map(({ name, type }) => [name, type])
  expect(fields.slice(-6)).toEqual([
    ['Geom_2', 'REAL'],
    ['Lodging_2026-07-01', 'REAL'],
    ['Maturity', 'DATE'],
    ['Remark', 'TEXT'],
    ['Yield_kg_ha', 'REAL'],
    ['yield', 'REAL'],
  ])
  expect(all('select "Yield_kg_ha", "Maturity" from plots where plot_id in (102, 104)')).toEqual([
    { Yield_kg_ha: 2800, Maturity: '2026-08-20' },
    { Yield_kg_ha: null, Maturity: '2026-08-21' },
  ])
  expect(
    all("select date, dap, value, value_text from observations where trait in ('Yield', 'Lodging') and plot_id = 104"),
  ).toEqual([
    { date: '2026-07-01', dap: 52, value: 4, value_text: null },
    { date: null, dap: null, value: null, value_text: 'lodged' },
  ])
  expect(all('select styleName from layer_styles')).toHaveLength(1)
  expect(
    all("select mean, mean_date from adjusted_means where genotype = 'A' and trait in ('Maturity', 'Geom')"),
  ).toEqual([
    { mean: 1, mean_date: null },
    { mean: null, mean_date: '2026-08-16' },
  ])
  await close()
})

test('GeoJSON, the table for FIELDimageR and the report have them, too', async () => {
  const { features } = JSON.parse(await text('geojson')) as { features: { properties: object }[] }
  expect(features[1]?.properties).toMatchObject({ Yield_kg_ha: 2800, Maturity: '2026-08-20', Remark: 'poor' })
  const [head, first] = (await text('fieldimager')).split('\r\n')
  expect(head).toBe('ID,PlotID,rep,genotype,Geom,Lodging_20260701,Maturity,Remark,Yield,yield_2')
  expect(first).toBe('1,101,1,A,1,1,2026-08-15,good,3200.5,5')
  const page = await text('report')
  expect(page).toContain('aria-label="Yield of each plot"')
  expect(page).toContain('Recorded by people: Geom, Lodging on 2026-07-01, Maturity, Remark, Yield (kg/ha), yield.')
  // The mean of A.
  expect(page).toContain('<th scope="row"><bdi>A</bdi></th><td class="n">2</td><td class="n">2026-08-16</td>')
  expect(page).not.toMatch(/NaN|undefined|0 flights on/)
})

test('the long table has a row for each value that people recorded', async () => {
  const { body } = await server.call('getTraitTable', {
    token: customer.token,
    query: { trialId, trait: 'Maturity' },
  })
  expect(body.data).toMatchObject(
    ['2026-08-15', '2026-08-20', '2026-08-17', '2026-08-21'].map((date) => ({
      trait: 'Maturity',
      value: null,
      value_text: date,
      unit: 'date',
      stat: 'value',
      scope: 'plot',
      flight_id: null,
      date: null,
    })),
  )
  const lines = (await text('csv')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 6 * 4)
  expect(lines.filter((line) => line.includes('lodged'))).toHaveLength(1)
  // As people typed them.
  expect(lines.filter((line) => /,Yield,(?:3200\.5|2800|3017),,kg\/ha,/.test(line))).toHaveLength(3)
})

const brapi = () => {
  const of = { token: customer.token, query: { studyDbId: trialId } }
  return {
    variables: async () => (await server.call('brapiVariables', of)).body.result.data,
    observations: async (query = {}) =>
      (await server.call('brapiObservations', { ...of, query: { ...of.query, ...query } })).body.result.data,
    table: async () => (await server.call('brapiObservationTable', of)).body.result,
    study: async () => (await server.call('brapiStudies', of)).body.result.data[0],
  }
}

test('a breeding database reads own columns as variables of numbers, dates and texts', async () => {
  const { variables, observations, study } = brapi()
  const listed = await variables()
  const all = listed.filter(({ method }) => method.methodClass === 'Observation')
  expect(all.map(({ observationVariableName: name, scale }) => [name, scale.dataType, scale.units])).toEqual([
    ['Geom', 'Numerical', undefined],
    ['Lodging', 'Numerical', undefined],
    ['Maturity', 'Date', undefined],
    ['Remark', 'Text', undefined],
    ['Yield', 'Numerical', 'kg/ha'],
    ['yield', 'Numerical', undefined],
  ])
  // Means of genotypes: of numbers and dates, not of texts, and not adjusted for places that the plots do not have.
  expect(listed.slice(all.length).map(({ observationVariableName: name, scale }) => [name, scale.dataType])).toEqual([
    ['Geom_BLUE', 'Numerical'],
    ['Lodging_BLUE', 'Numerical'],
    ['Maturity_BLUE', 'Date'],
    ['Yield_BLUE', 'Numerical'],
    ['yield_BLUE', 'Numerical'],
  ])
  const ids = all.map(({ observationVariableDbId }) => observationVariableDbId)
  expect((await study())?.observationVariableDbIds.toSorted()).toEqual(ids.toSorted())
  const maturity = await observations({ observationUnitLevelName: 'entry', observationVariableDbId: `${ids[2]}_BLUE` })
  expect(maturity.map(({ observationUnitName, value }) => [observationUnitName, value])).toEqual([
    ['A', '2026-08-16'],
    ['B', '2026-08-21'],
  ])
  const ofVariable = (at: number) => observations({ observationVariableDbId: ids[at] })
  expect((await ofVariable(2)).map(({ value }) => value)).toEqual([
    '2026-08-15',
    '2026-08-20',
    '2026-08-17',
    '2026-08-21',
  ])
  expect((await ofVariable(4))[0]).toMatchObject({ observationUnitName: '101', value: '3200.5', germplasmName: 'A' })
  expect((await ofVariable(4))[0]?.observationTimeStamp).toBeUndefined()
  const inJuly = await observations({
    observationTimeStampRangeStart: '2026-07-01T00:00:00Z',
    observationTimeStampRangeEnd: '2026-08-01T00:00:00Z',
  })
  expect(new Set(inJuly.map(({ observationVariableName: name }) => name))).toEqual(new Set(['Lodging']))
})

test('the table of a breeding database has rows of the day and rows without one', async () => {
  const { headerRow, observationVariables, data } = await brapi().table()
  const titles = [...headerRow, ...observationVariables.map(({ observationVariableName: name }) => name)]
  const cells = data.map((row) => Object.fromEntries(row.map((cell, at) => [titles[at], cell])))
  expect(cells).toHaveLength(8)
  expect(cells[0]).toMatchObject({ observationTimeStamp: '2026-07-01T00:00:00Z', Lodging: '1', Yield: '' })
  expect(cells[4]).toMatchObject({ observationTimeStamp: '', Lodging: '', Yield: '3200.5', Maturity: '2026-08-15' })
})

const LONG_TEXTS = ['csv', 'json', 'geojson', 'fieldimager', 'report'] as const

/** All ways on which values leave, as text. */
const exits = async (): Promise<Record<string, string>> => ({
  ...Object.fromEntries(
    await Promise.all(LONG_TEXTS.map(async (format) => [format, await text(format)] satisfies [string, string])),
  ),
  data: await sheet(1),
  long: await sheet(2),
  observations: JSON.stringify(await brapi().observations()),
})

const having = (texts: Record<string, string>, what: RegExp) =>
  Object.keys(texts).filter((name) => what.test(texts[name] ?? ''))

test('what people recorded of an excluded plot leaves on no way, and its reason does', async () => {
  const before = await exits()
  expect(having(before, VALUES_OF_103)).toEqual(Object.keys(before))
  await exclude('Flooded in June')
  const after = await exits()
  expect(having(after, VALUES_OF_103)).toEqual([])
  // A score that is left out is no observation, so there is nothing of which a reason could be said.
  const saying = Object.keys(after).filter((way) => way !== 'observations')
  expect(having(after, /Flooded in June/)).toEqual(saying)
  expect(await brapi().observations({ observationUnitName: '103' })).toEqual([])
  await exclude(null)
})

/** Of plot 103, and the mean of its genotype with it, as the report rounds it. */
const VALUES_OF_103 = /=1\+1|\b3017\b|\b3,109\b/

test('a person says what the values are; without plots, and without a trial, there is no table', async () => {
  const { token } = customer
  const save = (type: 'text' | null) =>
    server.call('saveOwnColumn', { token, body: { trialId, name: 'Lodging', takenOn: '2026-07-01', type, values: [] } })
  const typeOf = async () => {
    const { data } = (await server.call('listOwnColumns', { token, query: { trialId } })).body
    return data.flatMap(({ name, type, chosenType }) => (name === 'Lodging' ? [type, chosenType] : []))
  }
  await save('text')
  expect(await typeOf()).toEqual(['text', 'text'])
  expect((await brapi().variables())[1]?.scale.dataType).toBe('Text')
  await save(null)
  expect(await typeOf()).toEqual(['number', null])
  const empty = (await server.call('createTrial', { token, body: { name: 'Field 8' } })).body.data.trialId
  const statuses = [{ trialId: empty }, {}, { trialId, measurementId: trialId }, { trialId: 'none' }].map(
    async (query) => (await server.call('getTraitTable', { token, query })).status,
  )
  expect(await Promise.all(statuses)).toEqual([409, 400, 400, 404])
})

test('a number that stands for no value leaves in no file', async () => {
  const { token } = customer
  const body = { trialId, name: 'Moisture', values: valuesOf([14.5, -9999, 15, 16]) }
  const { columnId } = (await server.call('saveOwnColumn', { token, body })).body.data
  const { rows } = readXlsx(await download('xlsx'))
  const at = rows[0]?.indexOf('Moisture') ?? -1
  expect(rows.slice(1).map((row) => row[at] ?? '')).toEqual(['14.5', '', '15', '16'])
  for (const format of ['csv', 'json', 'geojson', 'fieldimager', 'report'] as const)
    expect(await text(format)).not.toMatch(/(?<![\w-])-9999(?![\w-])/)
  await server.call('deleteOwnColumn', { token, query: { columnId } })
})
