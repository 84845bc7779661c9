import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { EXAMPLE_PLOTS, inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { plotsOf } from '../queries.ts'

/** 14 m by 12 m. */
const FIELD = fieldTiff({
  width: 70,
  height: 60,
  bands: 3,
  sampleType: 'uint8',
  photometric: 2,
  valueAt: (column, _row, band) => 40 + 60 * band + column,
  pixel: 0.2,
})

let server: TestServer
let customer: TestUser
let orthomosaicMapId = ''
beforeAll(async () => {
  server = await openTestServer()
  const staff = await createStaff(server)
  customer = await createUser(server)
  const { analysisRequestId } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id: analysisRequestId, fileName: 'a.tif', content: FIELD })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body } = await server.call('listMaps', { token: customer.token, query: { analysisRequestId } })
  orthomosaicMapId = body.data[0]?.mapId ?? ''
})
afterAll(() => server.close())

const makeTrial = async (): Promise<string> =>
  (await server.call('createTrial', { token: customer.token, body: { name: 'Field 7' } })).body.data.trialId

/** A trial with a flight. */
async function field7(): Promise<string> {
  const trialId = await makeTrial()
  const body = { trialId, takenOn: '2026-07-01', orthomosaicMapId }
  await server.call('addTrialFlight', { token: customer.token, body })
  return trialId
}

const trialOf = async (trialId: string) =>
  (await server.call('getTrial', { token: customer.token, query: { trialId } })).body.data

const savePlots = (trialId: string, geojson: object, more: object = {}) =>
  server.call('savePlots', { token: customer.token, body: { trialId, geojson: geojson as never, ...more } })

const one = square(1, 1, 4)
const withYield = (value: number) =>
  inUtm([polygon({ plot_id: '101', gid: 17, Variety: 'Falke', yield: value, fid: 1, notes: 'x'.repeat(101) }, one)])

describe('plots', () => {
  test('are saved as versions, and come back in longitude and latitude with what was said of them', async () => {
    const trialId = await field7()
    const features = [
      polygon(
        { Plot_ID: '101', Row: 1, col: 2, Variety: 'MN0095', rep: 1, sowing_date: '2026-05-10' },
        square(1, 1, 4),
      ),
      polygon({ Plot_ID: '102' }, square(20, 1, 4)),
    ]
    const saved = await savePlots(trialId, inUtm(features))
    expect(saved.body.data).toEqual({
      version: 1,
      plots: 2,
      outside: ['102'],
      outsideCount: 1,
      ownColumns: [],
      leftOut: [],
    })
    expect((await savePlots(trialId, EXAMPLE_PLOTS)).body.data.version).toBe(2)
    const read = async (query: object) =>
      (await server.call('getPlots', { token: customer.token, query: { trialId, ...query } })).body
    const { data } = await read({ version: '1' })
    const { features: back } = data.geojson as {
      features: { properties: object; geometry: { coordinates: number[][][] } }[]
    }
    expect(back[0]?.properties).toEqual({
      plotId: '101',
      number: 1,
      row: '1',
      column: '2',
      rep: '1',
      genotype: 'MN0095',
      plantingDate: '2026-05-10',
    })
    const [lon = 0, lat = 0] = back[0]?.geometry.coordinates[0]?.[0] ?? []
    expect([lon.toFixed(4), lat.toFixed(4)]).toEqual(['-95.5041', '44.2258'])
    expect((await read({})).data).toMatchObject({ version: 2, epsg: 32615 })
    expect((await trialOf(trialId)).plotVersions).toMatchObject([
      { version: 2, plots: 2, author: 'Test Person' },
      { version: 1, plots: 2 },
    ])
    // Saved again as they came back, they lie where they were.
    expect((await savePlots(trialId, data.geojson)).body.data).toMatchObject({ version: 3, outside: ['102'] })
  })

  const bowTie = [one[0], one[2], one[1], one[3], one[0]] as number[][]
  const point = { type: 'Feature', properties: { plot_id: '9' }, geometry: { type: 'Point', coordinates: [1, 2] } }
  const swapped = one.map(([x = 0, y = 0]) => [y, x])
  const lonLat = [-95.504, 44.2258]

  test.each<[string, object, RegExp]>([
    ['no plots', inUtm([]), /There is no plot/],
    [
      'a line that crosses itself',
      inUtm([polygon({ plot_id: '7' }, bowTie)]),
      /outline of plot 7 crosses or touches itself/,
    ],
    ['a plot without an area', inUtm([polygon({}, [one[0], one[1], one[0]] as number[][])]), /plot 1 is empty/],
    ['nothing but a point', inUtm([point]), /There is no plot in this file.*: 1 point: 9/],
    ['no numbers', inUtm([polygon({}, [['a', 'b']] as never)]), /no numbers as coordinates/],
    ['one name twice', inUtm([polygon({ plot: 5 }, one), polygon({ plot: '5' }, one)]), /Two plots are called 5/],
    [
      'an unknown system',
      { ...inUtm([polygon({}, one)]), crs: { properties: { name: 'EPSG:99999' } } },
      /not known here/,
    ],
    ['no system', { type: 'FeatureCollection', features: [polygon({}, one)] }, /nowhere on Earth/],
    ['swapped axes', inUtm([polygon({}, swapped)]), /look swapped/],
    ['another field', inUtm([polygon({}, square(5000, 1, 4))]), /outside the maps of this trial/],
    ['a date of another kind', inUtm([polygon({ planting_date: 'in spring' }, one)]), /Write it like 2026-05-03/],
    ['too many', inUtm(Array.from({ length: 20_001 }, () => polygon({}, one))), /A trial has at most 20,000/],
    ['another type', { type: 'Feature' }, /not a FeatureCollection/],
    [
      'deep nesting',
      { type: 'FeatureCollection', features: JSON.parse('['.repeat(100) + ']'.repeat(100)) },
      /nested too deeply/,
    ],
  ])('with %s are refused in plain words, and nothing is saved', async (_what, geojson, words) => {
    const trialId = await field7()
    const { status, body } = await savePlots(trialId, geojson)
    expect([status, body.message]).toEqual([400, expect.stringMatching(words)])
    expect((await trialOf(trialId)).plotVersions).toEqual([])
  })

  test('keep what else their properties say as own columns; those that a trial has stay as they are', async () => {
    const trialId = await field7()
    const saved = await savePlots(trialId, withYield(3200.5))
    expect(saved.body.data).toMatchObject({
      ownColumns: ['gid', 'yield'],
      leftOut: ['column notes: it has texts of more than 100 characters'],
    })
    const again = (await savePlots(trialId, withYield(1))).body.data
    expect(again.leftOut).toContain('column yield: the trial has one of this name, which stays as it is')
    const { data } = (await server.call('listOwnColumns', { token: customer.token, query: { trialId } })).body
    expect(data.map(({ name, values }) => [name, values])).toEqual([
      ['gid', [{ plotId: '101', value: 17 }]],
      ['yield', [{ plotId: '101', value: 3200.5 }]],
    ])
  })

  test('beside points and rows without a shape are saved, and these are named', async () => {
    const trialId = await field7()
    const nothing = { type: 'Feature', id: 'spare', properties: {}, geometry: null }
    const saved = await savePlots(trialId, inUtm([point, { ...polygon({}, one), id: 'B-200' }, nothing]))
    expect(saved.body.data).toMatchObject({ plots: 1, leftOut: ['1 point: 9', '1 row without a shape: spare'] })
  })

  test('with latitude before longitude are noticed on a trial with maps', async () => {
    const trialId = await field7()
    const [lon = 0, lat = 0] = lonLat
    const ring = [
      [lat, lon],
      [lat, lon + 1e-5],
      [lat + 1e-5, lon + 1e-5],
      [lat, lon],
    ]
    const { body } = await savePlots(trialId, { type: 'FeatureCollection', features: [polygon({}, ring)] })
    expect(body.message).toContain('look swapped')
  })

  test('that were drawn keep their layout, which makes them, to be edited again', async () => {
    const trialId = await makeTrial()
    const layout = {
      corners: [
        [300_001, 4_900_001],
        [300_009, 4_900_001],
      ] as [number, number][],
      cornersWanted: 2 as const,
      rows: 1,
      columns: 2,
      plotLength: 4,
      plotWidth: 4,
      gapLength: 0,
      gapWidth: 1,
      rowAlley: { every: 0, width: 0 },
      columnAlley: { every: 0, width: 0 },
      start: 'first' as const,
      isSerpentine: false,
      numberAlong: 'row' as const,
      idPattern: '{number}',
      firstNumber: 101,
      step: 1,
      offsets: {},
      buffer: { ends: 0, sides: 0 },
    }
    expect((await savePlots(trialId, EXAMPLE_PLOTS, { layout })).body).toMatchObject({ data: { plots: 2 } })
    const loaded = async (version: string) =>
      (await server.call('getPlots', { token: customer.token, query: { trialId, version } })).body.data
    expect((await loaded('1')).layout).toEqual({ ...layout, rowsOn: 'left' })
    const refused = async (change: object) =>
      (await savePlots(trialId, EXAMPLE_PLOTS, { layout: { ...layout, ...change } })).body
    expect((await refused({ firstNumber: 102 })).message).toBe('This layout does not make these plots.')
    expect((await refused({ rowsOn: 'right' })).message).toBe('This layout does not make these plots.')
    expect((await refused({ gapWidth: 1.1 })).errors).toMatchObject([{ field: 'layout' }])
    expect((await refused({ rows: 20_000, columns: 20_000 })).message).toContain('a trial has at most 20000')
    expect((await refused({ offsets: { 'not a place': [1, 1] } })).errors?.[0]?.field).toMatch(/^layout/)
    expect((await savePlots(trialId, EXAMPLE_PLOTS)).status).toBe(200)
    expect((await loaded('2')).layout).toBeNull()
    expect((await trialOf(trialId)).plotVersions.map(({ hasLayout }) => hasLayout)).toEqual([false, true])

    // The list of plots is written while it is sent, and the layout after it.
    const inBrackets = inUtm([
      polygon({ plot_id: '[]101', row: 1, column: 1 }, square(1, 1, 4)),
      polygon({ plot_id: '[]102', row: 1, column: 2 }, square(6, 1, 4)),
    ])
    const pattern = { layout: { ...layout, idPattern: '[]{number}' } }
    expect((await savePlots(trialId, inBrackets, pattern)).status).toBe(200)
    const { layout: kept, geojson } = await loaded('3')
    expect(kept).toEqual({ ...pattern.layout, rowsOn: 'left' })
    expect((geojson as typeof EXAMPLE_PLOTS).features).toHaveLength(2)
  })

  test('get the names of a property that is chosen', async () => {
    const trialId = await field7()
    const features = [polygon({ plot: 1, code: 'A-1' }, one)]
    await savePlots(trialId, inUtm(features), { plotIdProperty: 'code' })
    const { body } = await server.call('getPlots', { token: customer.token, query: { trialId } })
    expect(JSON.stringify(body.data.geojson)).toContain('"plotId":"A-1"')
    const missing = await savePlots(trialId, inUtm(features), { plotIdProperty: 'name' })
    expect(missing.body.message).toContain('has no ‘name’')
  })
})

test('plots that are loaded as they were saved, and saved again, do not move by a hair', async () => {
  const trialId = await makeTrial()
  const { token } = customer
  await server.call('savePlots', { token, body: { trialId, geojson: EXAMPLE_PLOTS } })
  const { body: first } = await server.call('getPlots', { token, query: { trialId, coordinates: 'saved' } })
  const geojson = { type: 'FeatureCollection' as const, ...first.data.geojson }
  await server.call('savePlots', { token, body: { trialId, geojson } })
  const outlinesOf = (version: number) => plotsOf(server.deps.db, { trialId, version }).select('geometry').execute()
  expect(await outlinesOf(2)).toEqual(await outlinesOf(1))
  expect(first.data.epsg).toBe(32_615)
})

const find = (wkt: string) => server.call('findCrs', { token: customer.token, body: { wkt } })

test('the code of a .prj file without one is found, and an unknown system has none', async () => {
  const prj =
    'PROJCS["GDM_2000_BRSO_East_Malaysia",GEOGCS["GCS_GDM_2000",DATUM["D_GDM_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Rectified_Skew_Orthomorphic_Natural_Origin"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Scale_Factor",0.99984],PARAMETER["Azimuth",53.31580995],PARAMETER["Longitude_Of_Center",115.0],PARAMETER["Latitude_Of_Center",4.0],PARAMETER["XY_Plane_Rotation",53.1301023611111],UNIT["Meter",1.0]]'
  expect((await find(prj)).body.data).toEqual({ epsg: 3376, name: 'GDM2000 / East Malaysia BRSO' })
  expect((await find('LOCAL_CS["Field"]')).body.data).toBeNull()
  expect((await find('x'.repeat(10_001))).status).toBe(400)
})
