import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TrialAddresses } from '#contract/trial-addresses.ts'
import type { TokenScope } from '#domain/tokens.ts'
import { openGisTrial } from '#server/testing/server/gis-trials.ts'
import type { TestServer } from '#server/testing/server/test-server.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let owner: TestUser
let trialId: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ server, owner, trialId, close } = await openGisTrial())
})
afterAll(() => close())

const makeToken = async (scopes: TokenScope[], person = owner) =>
  (await server.call('makeToken', { token: person.token, body: { name: 'QGIS', scopes } })).body.data
const addresses = async (token: string, tokenId?: string) =>
  server.call('getTrialAddresses', { token, query: { trialId, ...(tokenId !== undefined && { tokenId }) } })
const all = ({ layers, ...files }: TrialAddresses) => [...Object.values(files), ...layers.map(({ url }) => url)]
const statuses = (urls: readonly string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status))

test('each address of a trial opens without a header, for as long as its token is there', async () => {
  const { tokenId, token } = await makeToken(['read'])
  const { data } = (await addresses(token)).body
  expect(data.layers).toMatchObject([{ kind: 'rgb', moment: '2026-07-01', name: 'field_2026-07-01.tif' }])
  expect(all(data).join(' ')).not.toContain(token)
  expect(await statuses(all(data))).toEqual(all(data).map(() => 200))
  // A person names one of their tokens, and gets the same.
  expect((await addresses(owner.token, tokenId)).body.data).toEqual(data)
  await server.call('revokeToken', { token: owner.token, query: { tokenId } })
  expect(await statuses(all(data))).toEqual(all(data).map(() => 401))
})

test('plots have their values, maps are ranges of a GeoTIFF, flights are items', async () => {
  const { data } = (await addresses((await makeToken(['read'])).token)).body
  const plots = (await (await fetch(data.plots)).json()) as { features: { properties: object }[] }
  expect(plots.features.map(({ properties }) => properties)).toMatchObject([
    { plot_id: 101, 'canopyCover_pct_mean_2026-07-01': 100 },
    { plot_id: 102, 'canopyCover_pct_mean_2026-07-01': 0 },
  ])
  const head = await fetch(data.layers[0]?.url ?? '', { headers: { range: 'bytes=0-3' } })
  expect([head.status, Buffer.from(await head.arrayBuffer()).toString('latin1')]).toEqual([206, 'II+\0'])
  expect(await (await fetch(data.codebook)).text()).toContain('canopyCover_pct_mean_2026-07-01,Canopy cover,%')
  const stac = (await (await fetch(data.stac)).json()) as { links: { rel: string; href: string }[] }
  expect(stac).toMatchObject({ type: 'Collection', stac_version: '1.0.0', id: trialId, license: 'proprietary' })
  const items = stac.links.filter(({ rel }) => rel === 'item')
  expect(items).toHaveLength(1)
  const item = (await (await fetch(items[0]?.href ?? '')).json()) as { assets: { rgb: object }; links: object[] }
  expect(item).toMatchObject({ type: 'Feature', collection: trialId, properties: { datetime: '2026-07-01T00:00:00Z' } })
  expect(item.assets.rgb).toMatchObject({ href: data.layers[0]?.url, gsd: expect.closeTo(0.2, 4) })
  const tiles = { rel: 'tilejson', type: 'application/json', title: 'rgb', href: data.layers[0]?.tiles }
  expect(item.links).toContainEqual(tiles)
  const qlr = await (await fetch(data.qgis)).text()
  expect(qlr).toContain(`<datasource>/vsicurl/${data.layers[0]?.url}</datasource>`)
  expect(qlr).toContain('attr="&quot;canopyCover_pct_mean_2026-07-01&quot;"')
})

test('a key opens its own trial only, and what its person may read', async () => {
  const { token } = await makeToken(['read'])
  const { data } = (await addresses(token)).body
  const made = await server.call('createTrial', { token: owner.token, body: { name: 'Another' } })
  const elsewhere = data.plots.replace(trialId, made.body.data.trialId)
  const changed = data.plots.replace(/.(?=\/plots)/, (last) => (last === 'A' ? 'E' : 'A'))
  const nothing = data.plots.replace('plots.geojson', 'plots.shp')
  const noMap = data.layers[0]?.url.replace(data.layers[0].fileId, 'none') ?? ''
  expect(await statuses([elsewhere, changed, nothing, noMap])).toEqual([404, 404, 404, 404])
  const stranger = await createUser(server)
  const other = await makeToken(['read'], stranger)
  expect((await addresses(other.token)).status).toBe(404)
  expect((await addresses(owner.token, other.tokenId)).status).toBe(400)
  expect((await addresses(owner.token, (await makeToken(['brapi'])).tokenId)).status).toBe(400)
  await server.deps.db.updateTable('users').set({ status: 'ON_HOLD' }).where('id', '=', owner.id).execute()
  expect(await statuses([data.plots])).toEqual([403])
  await server.deps.db.updateTable('users').set({ status: 'APPROVED' }).where('id', '=', owner.id).execute()
})
