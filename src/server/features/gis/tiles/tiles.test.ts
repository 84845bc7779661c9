import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { RAMPS, rampColour } from '#imagery/rasters/ramps.ts'
import { sharp } from '#server/compute/safe-sharp.ts'
import { tileAt } from '#server/compute/testing/web-tiles.ts'
import { fieldTiff, trialOnMaps } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { openTile } from './open-tile.ts'

const FIELD = { pixel: 0.2, width: 70, height: 60 }
const [GREEN, SOIL] = [
  [60, 120, 60],
  [120, 100, 80],
]
const PHOTO = {
  fileName: 'field_2026-07-01.tif',
  content: fieldTiff({
    ...FIELD,
    bands: 3,
    photometric: 2,
    valueAt: (x, _y, band) => (x < 35 ? GREEN : SOIL)[band] ?? 0,
  }),
}
const HEIGHTS = {
  fileName: 'dsm_2026-07-01.tif',
  content: fieldTiff({ ...FIELD, sampleType: 'float32', valueAt: (x) => 300 + x / 50 }),
}

let server: TestServer
let owner: TestUser
let staff: TestUser
let trialId: string
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  owner = await createUser(server)
  const plots = inUtm([polygon({ plot_id: '101' }, square(1.2, 1.2, 4))])
  const flights = [{ takenOn: '2026-07-01', orthomosaic: PHOTO, elevation: HEIGHTS }]
  trialId = (await trialOnMaps(server, { owner, staff, flights, plots })).trialId
})
afterAll(() => server.close())

const makeToken = async () =>
  (await server.call('makeToken', { token: owner.token, body: { name: 'Web map', scopes: ['read'] } })).body.data
const layersFor = async (token: string) =>
  (await server.call('getTrialAddresses', { token, query: { trialId } })).body.data.layers

/** What TileJSON 3.0.0 asks for, and what web maps need of it. */
const tileJson = z.strictObject({
  tilejson: z.literal('3.0.0'),
  name: z.string(),
  description: z.string(),
  attribution: z.string(),
  scheme: z.literal('xyz'),
  tiles: z.tuple([z.string().endsWith('/{z}/{x}/{y}.png')]),
  minzoom: z.int().min(0).max(30),
  maxzoom: z.int().min(0).max(30),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
})
const describe = async (url: string) => tileJson.parse(await (await fetch(url)).json())
const addressOf = ({ tiles }: { tiles: string[] }, { z: zoom, x, y }: ReturnType<typeof tileAt>) =>
  (tiles[0] ?? '').replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y))
const middleOf = ([west, south, east, north]: readonly number[]) =>
  [((west ?? 0) + (east ?? 0)) / 2, ((south ?? 0) + (north ?? 0)) / 2] as const

async function load(url: string) {
  const answer = await fetch(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  const png = Buffer.from(await answer.arrayBuffer())
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([256, 256])
  const at = (x: number, y: number) => [...data.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4)]
  return { at, colours: new Set(Array.from({ length: 256 * 256 }, (_, pixel) => at(pixel % 256, pixel >> 8).join())) }
}

test('a map is described for web maps, and so is each of its indices', async () => {
  const [rgb, elevation] = await layersFor((await makeToken()).token)
  expect(rgb?.indices).toContain('NGRDI')
  expect([rgb?.indices.includes('NDVI'), elevation?.indices]).toEqual([false, []])
  const described = await describe(rgb?.tiles ?? '')
  expect(described).toMatchObject({
    name: 'Red, green and blue on 2026-07-01',
    description: 'Field 7: Red, green and blue on 2026-07-01, from field_2026-07-01.tif',
    // Of 0.2 m at 44 degrees, all pixels are seen at zoom 20; 14 m are at most 32 pixels at zoom 17.
    minzoom: 17,
    maxzoom: 20,
  })
  const [west, south, east, north] = described.bounds
  expect([(east - west) * 79_800, (north - south) * 111_100].map(Math.round)).toEqual([14, 12])
  const index = await describe((rgb?.tiles ?? '').replace('tiles.json', 'NGRDI/tiles.json'))
  expect(index).toEqual({
    ...described,
    name: 'NGRDI on 2026-07-01',
    description: 'Field 7: NGRDI on 2026-07-01, from field_2026-07-01.tif',
    tiles: [described.tiles[0].replace('{z}', 'NGRDI/{z}')],
  })
})

const near = (colour: readonly number[], expected: readonly number[]) =>
  Math.max(...expected.map((part, at) => Math.abs(part - (colour[at] ?? 0))))

test('tiles have the colours of the map, of its index and of its heights', async () => {
  const [rgb, elevation] = await layersFor((await makeToken()).token)
  const photo = await describe(rgb?.tiles ?? '')
  const tile = tileAt(middleOf(photo.bounds), 20)
  const hasNear = ({ colours }: Awaited<ReturnType<typeof load>>, expected: readonly number[]) =>
    [...colours].some((colour) => near(colour.split(',').map(Number), [...expected, 255]) < 4)
  const drawn = await load(addressOf(photo, tile))
  expect([GREEN, SOIL].map((colour) => hasNear(drawn, colour ?? []))).toEqual([true, true])
  const index = await load(addressOf(photo, tile).replace('/20/', '/NGRDI/20/'))
  // Between -0.15 and 0.35, the green is (120 - 60) / (120 + 60), and the soil (100 - 120) / (100 + 120).
  for (const value of [1 / 3, -1 / 11])
    expect(hasNear(index, rampColour(RAMPS.canopy, (value + 0.15) / 0.5))).toBe(true)
  const heights = await load(addressOf(await describe(elevation?.tiles ?? ''), tile))
  expect(heights.colours.size).toBeGreaterThan(30)
  expect(drawn.colours.has('0,0,0,0')).toBe(true)
})

test('beside a map tiles are empty, and of zooms that it does not have there are none', async () => {
  const [rgb] = await layersFor((await makeToken()).token)
  const photo = await describe(rgb?.tiles ?? '')
  const { x, y } = tileAt(middleOf(photo.bounds), 20)
  const beside = await load(addressOf(photo, { z: 20, x: x + 3, y }))
  expect(new Set([...beside.colours].map((colour) => colour.split(',')[3]))).toEqual(new Set(['0']))
  const none = [
    addressOf(photo, tileAt(middleOf(photo.bounds), 21)),
    addressOf(photo, tileAt(middleOf(photo.bounds), 16)),
    addressOf(photo, { z: 20, x: 2 ** 20, y }),
    addressOf(photo, { z: 20, x, y }).replace('/20/', '/NDVI/20/'),
    (rgb?.tiles ?? '').replace('tiles.json', 'NDVI/tiles.json'),
    addressOf(photo, { z: 20, x, y }).replace('.png', '.webp'),
    (rgb?.tiles ?? '').replace(rgb?.fileId ?? '', 'none'),
  ]
  expect(await Promise.all(none.map(async (url) => (await fetch(url)).status))).toEqual(none.map(() => 404))
})

const policies = async (address: string) => {
  const { headers } = await fetch(address, { redirect: 'manual' })
  return ['access-control-allow-origin', 'cross-origin-resource-policy'].map((name) => headers.get(name))
}

test('pages of other sites may show them, and nothing else of a trial', async () => {
  const { token } = await makeToken()
  const [rgb] = await layersFor(token)
  const photo = await describe(rgb?.tiles ?? '')
  const url = addressOf(photo, tileAt(middleOf(photo.bounds), 19))
  const missing = addressOf(photo, tileAt(middleOf(photo.bounds), 22))
  for (const address of [rgb?.tiles ?? '', url, missing]) expect(await policies(address)).toEqual(['*', 'cross-origin'])
  const plots = (rgb?.tiles ?? '').replace(/maps\/.*/, 'plots.geojson')
  for (const address of [plots, rgb?.url ?? '']) expect(await policies(address)).toEqual([null, 'same-origin'])
})

test('a browser keeps a tile for an hour, and then asks whether it has changed', async () => {
  const [rgb] = await layersFor((await makeToken()).token)
  const photo = await describe(rgb?.tiles ?? '')
  const url = addressOf(photo, tileAt(middleOf(photo.bounds), 18))
  const { headers } = await fetch(url)
  expect(headers.get('cache-control')).toBe('private, max-age=3600')
  const etag = headers.get('etag') ?? ''
  const again = await fetch(url, { headers: { 'if-none-match': etag } })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  const other = await fetch(url.replace('/18/', '/NGRDI/18/'), { headers: { 'if-none-match': etag } })
  expect(other.status).toBe(200)
})

test('a tile is drawn once', async () => {
  const [rgb] = await layersFor((await makeToken()).token)
  const photo = await describe(rgb?.tiles ?? '')
  const url = addressOf(photo, tileAt(middleOf(photo.bounds), 17))
  const run = vi.spyOn(server.deps.compute, 'run')
  const all = await Promise.all([url, url, url].map((address) => fetch(address)))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(run).toHaveBeenCalledTimes(1)
  run.mockRestore()
})

const statusOf = async (address: string) => (await fetch(address)).status

test('a key opens tiles of its own trial, until its token is revoked', async () => {
  const { token, tokenId } = await makeToken()
  const [rgb] = await layersFor(token)
  const photo = await describe(rgb?.tiles ?? '')
  const url = addressOf(photo, tileAt(middleOf(photo.bounds), 20))
  await load(url)
  const made = await server.call('createTrial', { token: owner.token, body: { name: 'Another' } })
  const another = made.body.data.trialId
  const own = (await server.call('getTrialAddresses', { token, query: { trialId: another } })).body.data.plots
  // The map is no layer of that trial, and the key of one trial is none of another.
  const [, ofMap = ''] = /(maps\/.*)$/.exec(url) ?? []
  expect(await statusOf(own.replace('plots.geojson', ofMap))).toBe(404)
  expect(await statusOf(url.replace(trialId, another))).toBe(404)
  await server.call('revokeToken', { token: owner.token, query: { tokenId } })
  expect([await statusOf(url), await statusOf(rgb?.tiles ?? '')]).toEqual([401, 401])
})

test('of a map that is not published there are none for its customer', async () => {
  const [rgb] = await layersFor((await makeToken()).token)
  const url = addressOf(await describe(rgb?.tiles ?? ''), { z: 20, x: 0, y: 0 })
  const publish = (at: Date | null) =>
    server.deps.db
      .updateTable('files')
      .set({ publishedAt: at })
      .where('id', '=', rgb?.fileId ?? '')
      .execute()
  await publish(null)
  expect([await statusOf(rgb?.tiles ?? ''), await statusOf(url)]).toEqual([404, 404])
  await publish(new Date())
  expect([await statusOf(rgb?.tiles ?? ''), await statusOf(url)]).toEqual([200, 200])
})

test('who is gone has nothing drawn', async () => {
  const [rgb] = await layersFor((await makeToken()).token)
  const map = await server.deps.db
    .selectFrom('maps')
    .select('facts')
    .where('fileId', '=', rgb?.fileId ?? '')
    .executeTakeFirstOrThrow()
  const { facts } = map
  if (!facts?.bounds) throw new Error('It has no place')
  const run = vi.spyOn(server.deps.compute, 'run')
  const look = { mode: 'index', id: 'GLI' } as const
  const asked = { tile: tileAt(middleOf(facts.bounds), 19), signal: AbortSignal.abort(new Error('gone')) }
  const tile = await openTile(server.deps, { userId: owner.id }, { fileId: rgb?.fileId ?? '', facts, look, ...asked })
  await expect(tile?.read()).rejects.toThrow('gone')
  expect(run).not.toHaveBeenCalled()
  run.mockRestore()
})
