import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type QueryIn } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { dateOf } from '#domain/dates.ts'
import { days } from '#domain/units.ts'
import { readXlsx } from '#imagery/tables/xlsx.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openGeopackage } from '#server/testing/server/geopackages.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let customer: TestUser
let trialId: string
let measurementId: string
beforeAll(async () => {
  server = await openTestServer()
  const staff = await createStaff(server)
  customer = await createUser(server)
  const { token } = customer
  const { analysisRequestId: id } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id, fileName: 'field_2026-07-01.tif', content: FIELD })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body: maps } = await server.call('listMaps', { token, query: { analysisRequestId: id } })
  const about = { name: 'Field 7', plantingDate: '2026-05-10' }
  trialId = (await server.call('createTrial', { token, body: about })).body.data.trialId
  const flight = { trialId, takenOn: '2026-07-01', orthomosaicMapId: maps.data[0]?.mapId ?? '' }
  await server.call('addTrialFlight', { token, body: flight })
  await server.call('savePlots', { token, body: { trialId, geojson: PLOTS } })
  const settings = { bufferMetres: 0.4, mask: { method: 'exg' as const }, traits: ['canopyCover', 'NGRDI'] }
  measurementId = (await server.call('startMeasurement', { token, body: { trialId, ...settings } })).body.data
    .measurementId
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
  polygon({ plot_id: '101', row: 1, column: 1, genotype: '=HYPERLINK("x")' }, square(1.2, 1.2, 4)),
  polygon({ plot_id: '102', row: 1, column: 2, genotype: 'MN1410 <b> & "co"' }, square(8, 1.2, 4)),
])

type Format = NonNullable<QueryIn<'getTraitTable'>['format']>

async function download(format: Format, { token }: Pick<TestUser, 'token'> = customer) {
  const query = new URLSearchParams({ measurementId, format }).toString()
  const url = `${server.url}${pathOf(api.getTraitTable)}?${query}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  return { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('a workbook has a row for each plot, its numbers as numbers and its texts as texts', async () => {
  const { type, bytes } = await download('xlsx')
  expect(type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const { sheet, rows } = readXlsx(bytes)
  expect(sheet).toBe('Data')
  expect(rows).toEqual([
    ['plot_id', 'row', 'column', 'genotype', 'NGRDI_mean_2026-07-01', 'canopyCover_pct_mean_2026-07-01'],
    ['101', '1', '1', '=HYPERLINK("x")', expect.stringMatching(/^0\.3333/), '100'],
    ['102', '1', '2', 'MN1410 <b> & "co"', expect.stringMatching(/^-0\.0909/), '0'],
  ])
  const entries = unzipSync(bytes)
  const text = (name: string) => new TextDecoder().decode(entries[name])
  expect(text('xl/workbook.xml').match(/(?<=sheet name=")[^"]*/g)).toEqual([
    'Data',
    'Long',
    'Genotype means',
    'Codebook',
    'Methods',
    'QA',
    'Exclusions',
    'Comparison',
  ])
  const sheets = Object.keys(entries).filter((name) => name.startsWith('xl/worksheets/'))
  expect(sheets.filter((name) => text(name).includes('<f>'))).toEqual([])
  expect(text('xl/worksheets/sheet1.xml')).toContain('<c r="A2"><v>101</v></c><c r="B2"><v>1</v></c>')
  expect(text('xl/worksheets/sheet5.xml')).toContain('field_2026-07-01.tif')
})

test('GeoJSON has the plots in longitude and latitude with their values', async () => {
  const { type, bytes } = await download('geojson')
  expect(type).toBe('application/geo+json')
  const { features, bbox } = JSON.parse(new TextDecoder().decode(bytes)) as {
    features: { properties: Record<string, unknown>; geometry: { coordinates: [number, number][][] } }[]
    bbox: number[]
  }
  expect(
    features.map(({ properties }) => [properties['plot_id'], properties['canopyCover_pct_mean_2026-07-01']]),
  ).toEqual([
    [101, 100],
    [102, 0],
  ])
  const [first] = features[0]?.geometry.coordinates[0] ?? []
  expect(first).toEqual([expect.closeTo(-95.504, 3), expect.closeTo(44.2258, 3)])
  expect(bbox).toEqual([-95.504, 44.2258, -95.504, 44.2258].map((value) => expect.closeTo(value, 3)))
})

test('a GeoPackage has plots, plots without their margin, observations, means, flights and a style', async () => {
  const { all, close } = await openGeopackage((await download('gpkg')).bytes)
  expect(all('select table_name, data_type, srs_id from gpkg_contents order by 1')).toMatchObject([
    { table_name: 'adjusted_means', data_type: 'attributes' },
    { table_name: 'codebook', data_type: 'attributes' },
    { table_name: 'flights', data_type: 'attributes' },
    { table_name: 'layer_styles', data_type: 'attributes' },
    { table_name: 'observations', data_type: 'attributes' },
    { table_name: 'plots', data_type: 'features', srs_id: 32_615 },
    { table_name: 'plots_buffered', data_type: 'features', srs_id: 32_615 },
  ])
  expect(all('select plot_id, "canopyCover_pct_mean_2026-07-01" as cover from plots')).toMatchObject([
    { plot_id: 101, cover: 100 },
    { plot_id: 102, cover: 0 },
  ])
  expect(all("select type from pragma_table_info('plots') where name in ('plot_id', 'row', 'column')")).toEqual(
    ['INTEGER', 'INTEGER', 'INTEGER'].map((type) => ({ type })),
  )
  expect(all("select value, unit, n_px from observations where trait = 'canopyCover'")).toMatchObject([
    { value: 100, unit: '%', n_px: expect.closeTo(256, 3) },
    { value: 0, unit: '%', n_px: expect.closeTo(256, 3) },
  ])
  expect(all('select f_table_name, useAsDefault from layer_styles')).toMatchObject([
    { f_table_name: 'plots', useAsDefault: 1 },
  ])
  await close()
})

test('a report says how values were made, draws a map of each trait, and runs nothing', async () => {
  const { type, bytes } = await download('report')
  expect(type).toBe('text/html; charset=utf-8')
  const page = new TextDecoder().decode(bytes)
  expect(page).not.toMatch(/<script|<b>|javascript:|(?:src|href)="(?!#)/)
  expect(page).toContain('MN1410 &lt;b&gt; &amp; &quot;co&quot;')
  expect(page).toContain("default-src 'none'")
  expect(page).toMatch(/after a margin of 0\.4 m .*\(threshold 0\.1\b/)
  expect(page).toContain('(G − R) / (G + R)')
  for (const name of ['Canopy cover', 'Normalised green-red difference'])
    expect(page).toContain(`aria-label="${name} of each plot on 2026-07-01"`)
  expect(page.match(/<use /g)).toHaveLength(4)
  const facts = Array.from(page.matchAll(/<dt>(.*?)<\/dt><dd><bdi>(.*?)<\/bdi>/g), ([, name, fact]) => [name, fact])
  expect(facts).toEqual([
    ['Account', customer.fullName],
    ['Planted on', '2026-05-10'],
    ['Plots', '2 (version 1)'],
    ['Flights', '1 flight, 2026-07-01'],
    ['Report made on', dateOf(server.deps.now())],
  ])
})

test('a report that a visitor downloads names nobody', async () => {
  const { token } = customer
  const endsOn = dateOf(new Date(server.deps.now().getTime() + days(7)))
  const body = { subject: { kind: 'trial' as const, id: trialId }, endsOn, mayDownload: true }
  const { url } = (await server.call('makeLink', { token, body })).body.data
  const opened = await server.call('openLink', { body: { code: url.split('/').at(-1) ?? '' } })
  const page = new TextDecoder().decode((await download('report', { token: opened.body.data.accessToken })).bytes)
  expect(page).toContain('<dt>Report made on</dt>')
  expect(page).not.toContain(customer.fullName)
})

const linesOf = async (format: 'fieldimager' | 'field-book') => {
  const { type, bytes } = await download(format)
  expect(type).toBe('text/csv; charset=utf-8')
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).trimEnd().split('\r\n')
}

test('a field of Field Book begins with an id that no other trial has, and says where each plot is', async () => {
  const start = `sf${trialId.slice(0, 8)}`
  const [head, ...lines] = await linesOf('field-book')
  expect(head).toBe('unique_id,row,column,plot_id,genotype,geo_coordinates')
  expect(lines.map((line) => line.replace(/-95\.50\d{5};44\.22\d{5}$/, 'place'))).toEqual([
    `101_${start},1,1,101,"'=HYPERLINK(""x"")",place`,
    `102_${start},1,2,102,"MN1410 <b> & ""co""",place`,
  ])
})

test('a table with the names of FIELDimageR has a row for each plot, and is safe in a spreadsheet', async () => {
  const [head, first = ''] = await linesOf('fieldimager')
  expect(head).toBe('ID,PlotID,row,column,genotype,NGRDI_mean,AreaPercentage')
  expect(first).toMatch(/^1,101,1,1,"'=HYPERLINK.*,0\.33333,100\.0000$/)
})

test('texts have the digits that noise allows and two more, a minus is no formula, and JSON has all digits', async () => {
  const [head = '', ...lines] = new TextDecoder()
    .decode((await download('csv')).bytes)
    .trimEnd()
    .split('\r\n')
  const titles = head.replace('\uFEFF', '').split(',')
  // The genotypes have commas; what follows them has none.
  const cell = (line: string, title: string) => line.split(',').at(titles.indexOf(title) - titles.length)
  const means = lines.filter((line) => cell(line, 'stat') === 'mean' && cell(line, 'scope') === 'all')
  expect(means.map((line) => ['trait', 'value', 'n_px', 'valid_frac'].map((title) => cell(line, title)))).toEqual([
    ['NGRDI', '0.33333', '256.00', '1.0000'],
    ['NGRDI', '-0.09091', '256.00', '1.0000'],
    ['canopyCover', '100.0000', '256.00', '1.0000'],
    ['canopyCover', '0.0000', '256.00', '1.0000'],
  ])
  const { features } = JSON.parse(new TextDecoder().decode((await download('geojson')).bytes)) as {
    features: { properties: Record<string, unknown> }[]
  }
  expect(features.map(({ properties }) => properties['NGRDI_mean_2026-07-01'])).toEqual([0.33333, -0.09091])
  const query = { measurementId, trait: 'NGRDI', stat: 'mean', scope: 'all' } as const
  const { data } = (await server.call('getTraitTable', { token: customer.token, query })).body
  expect(data.map(({ value }) => value)).toEqual([60 / 180, -20 / 220].map((value) => expect.closeTo(value, 12)))
})

async function allValues(query: Record<string, string> = {}) {
  const url = `${server.url}${pathOf(api.getAllValues)}?${new URLSearchParams({ measurementId, ...query }).toString()}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })
  const bytes = await response.arrayBuffer()
  const length = new DataView(bytes).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(bytes.slice(4, 4 + length))) as { flightId: string }[]
  return { head, values: [...new Float32Array(bytes.slice(4 + length))] }
}

test('all traits come as bytes in one call, on all flights or on one', async () => {
  const { head, values } = await allValues()
  expect(head).toMatchObject([
    { trait: 'NGRDI', stat: 'mean', scope: 'all' },
    { trait: 'canopyCover', stat: 'mean', scope: 'all' },
  ])
  expect(values).toEqual([60 / 180, -20 / 220, 100, 0].map((value) => expect.closeTo(value, 6)))
  expect(await allValues({ trialFlightId: head[0]?.flightId ?? '' })).toEqual({ head, values })
  expect(await allValues({ trialFlightId: 'another' })).toEqual({ head: [], values: [] })
})

test('all traits come with the warnings of each value, as they stand in the table', async () => {
  const { head, values } = await allValues({ with: 'flags' })
  expect(head).toMatchObject([
    { trait: 'NGRDI', stat: 'mean', scope: 'all' },
    { trait: 'NGRDI', stat: 'flags', scope: 'all' },
    { trait: 'canopyCover', stat: 'mean', scope: 'all' },
    { trait: 'canopyCover', stat: 'flags', scope: 'all' },
  ])
  const query = { measurementId, trait: 'canopyCover', stat: 'mean', scope: 'all' } as const
  const { data } = (await server.call('getTraitTable', { token: customer.token, query })).body
  expect(values.slice(6).map((bits) => fromBits(bits).join('|'))).toEqual(data.map(({ flags }) => flags))
  expect(values.slice(6)).not.toEqual([0, 0])
})

/** The markup of a sheet of the workbook. */
const sheet = async (at: number) => {
  const entry = unzipSync((await download('xlsx')).bytes)[`xl/worksheets/sheet${at}.xml`]
  return new TextDecoder().decode(entry)
}

const exclude = (plotId: string, reason: string | null) =>
  server.call('excludePlots', { token: customer.token, body: { trialId, plotIds: [plotId], reason } })

test('an excluded plot says why in tables, and counts in no mean, until it is taken back in', async () => {
  const { token } = customer
  const excluded = async () => {
    const query = { measurementId, trait: 'NGRDI', stat: 'mean', scope: 'all' } as const
    const { data } = (await server.call('getTraitTable', { token, query })).body
    return data.map((row) => [row.plot_id, row.excluded, row.exclusion_reason])
  }
  await exclude('101', 'Flooded in June')
  expect(await excluded()).toEqual([
    ['101', true, 'Flooded in June'],
    ['102', false, null],
  ])
  expect(await sheet(3)).not.toContain('HYPERLINK')
  expect((await linesOf('fieldimager'))[1]).toMatch(/,NA,NA$/)
  expect(await sheet(6)).toContain('USER_EXCLUDED')
  expect(await sheet(7)).toContain('Flooded in June')
  const page = new TextDecoder().decode((await download('report')).bytes)
  expect(page).toContain('Flooded in June')
  expect(page).not.toContain('HYPERLINK')
  // Hatched on the maps of both traits.
  expect(page.match(/<use href="#p0" fill="url\(#none\)"/g)).toHaveLength(2)
  const { data } = (await server.call('listExclusions', { token, query: { trialId } })).body
  expect(data).toMatchObject([{ plotId: '101', trialFlightId: null, reason: 'Flooded in June' }])
  await exclude('101', null)
  expect(await excluded()).toEqual([
    ['101', false, null],
    ['102', false, null],
  ])
  expect(await sheet(3)).toContain('HYPERLINK')
})

test('a codebook says what each heading means, and how the values were made', async () => {
  const text = new TextDecoder().decode((await download('codebook')).bytes)
  const lines = text.split('\r\n')
  const [titles = '', ...rows] = lines
  expect(titles).toBe('heading,meaning,unit,type,statistic,date,trait,formula,reference,doi,note,account_name')
  const headings = readXlsx((await download('xlsx')).bytes).rows[0]
  expect(rows.slice(0, headings?.length).map((row) => row.split(',')[0])).toEqual(headings)
  expect(text).toContain('canopyCover_pct_mean_2026-07-01,Canopy cover,%,number,mean,2026-07-01,canopyCover')
  expect(text).toMatch(/\r\nmethods,"The crop.* was measured on orthomosaics with pixels of 20 cm/)
  const names = [{ variableId: 'canopyCover_mean', name: 'Cover|day {day}' }]
  await server.call('saveTraitNames', { token: customer.token, body: { names } })
  expect(new TextDecoder().decode((await download('codebook')).bytes)).toContain(',Cover|day 182\r\n')
  expect(await sheet(4)).toContain('canopyCover_pct_mean_2026-07-01')
})

test('numbers of a workbook show the digits that they have, and keep all of their value', async () => {
  const data = await sheet(1)
  // An index has three digits behind the point (the third format of numbers), cover one.
  expect(data).toMatch(/<c r="E2" s="5"><v>0\.33333333/)
  expect(data).toContain('<c r="F2" s="3"><v>100</v></c>')
})

const asText = async (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** All that a file with values says, by its format. */
const CONTENTS: Record<Exclude<Format, 'codebook'>, (bytes: Uint8Array) => Promise<string>> = {
  json: asText,
  csv: asText,
  geojson: asText,
  report: asText,
  fieldimager: asText,
  'field-book': asText,
  means: asText,
  xlsx: async (bytes) =>
    Object.values(unzipSync(bytes))
      .map((entry) => new TextDecoder().decode(entry))
      .join('\n'),
  async gpkg(bytes) {
    const { all, close } = await openGeopackage(bytes)
    const text = JSON.stringify(
      ['plots', 'observations', 'adjusted_means'].map((table) => all(`select * from ${table}`)),
    )
    await close()
    return text
  },
}

/** All ways on which values leave, as text. */
async function exits(): Promise<Record<string, string>> {
  const of = { token: customer.token, query: { studyDbId: trialId } }
  const ofEntries = { ...of, query: { ...of.query, observationUnitLevelName: 'entry' } }
  const files = Object.entries(CONTENTS).map(
    async ([format, read]): Promise<[string, string]> => [format, await read((await download(format as Format)).bytes)],
  )
  return {
    ...Object.fromEntries(await Promise.all(files)),
    'BrAPI observations': JSON.stringify((await server.call('brapiObservations', of)).body),
    'BrAPI means': JSON.stringify((await server.call('brapiObservations', ofEntries)).body),
    'BrAPI table': JSON.stringify((await server.call('brapiObservationTable', of)).body),
  }
}

const namesWith = (texts: Record<string, string>, what: RegExp) =>
  Object.keys(texts).filter((name) => what.test(texts[name] ?? ''))

test('the value of an excluded plot leaves on no way, and its reason does', async () => {
  const withValues = Object.keys(await exits()).filter((name) => name !== 'field-book')
  expect(namesWith(await exits(), VALUE_OF_102)).toEqual(withValues)

  await exclude('102', 'Flooded in June')
  const texts = await exits()
  expect(namesWith(texts, VALUE_OF_102)).toEqual([])
  // A table of BrAPI has no place for it, and a mean is of several plots: the reason stands with the observation.
  const ofPlots = withValues.filter((name) => !['means', 'BrAPI table', 'BrAPI means'].includes(name))
  expect(namesWith(texts, /Flooded in June/)).toEqual(ofPlots)
  await exclude('102', null)
})

/** The start of the index of plot 102. */
const VALUE_OF_102 = /-0\.0909/
