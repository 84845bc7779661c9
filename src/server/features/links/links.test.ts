import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, minutes } from '#domain/units.ts'
import { purgeExpired } from '#server/features/accounts/purge-expired.ts'
import { createFixture, createTrialFixture } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let owner: TestUser
let staff: TestUser
let trialId: string
let mapId: string
beforeAll(async () => {
  server = await openTestServer()
  owner = await createUser(server, { fullName: 'Olga Ownername' })
  staff = await createStaff(server, { fullName: 'Stan Staffname' })
  mapId = (await createFixture(server, 'map', { owner, staff })).id
  trialId = (await createTrialFixture(server, 'trial', { owner, mapId })).id
})
afterAll(() => server.close())

const dayFromNow = (count: number) => new Date(server.deps.now().getTime() + days(count)).toISOString().slice(0, 10)
type Made = { password?: string; mayDownload?: boolean; endsOn?: string }

async function makeLink(kind: 'trial' | 'map' | 'report', id: string, made: Made = {}) {
  const body = { subject: { kind, id }, endsOn: dayFromNow(7), ...made }
  const answer = await server.call('makeLink', { token: owner.token, body })
  return { ...answer, code: answer.body.data?.url.split('/').at(-1) ?? '' }
}
const open = (code: string, password?: string) =>
  server.call('openLink', { body: { code, ...(password !== undefined && { password }) } })
const tokenOf = async (code: string) => (await open(code)).body.data.accessToken

test('a link shows its trial and the maps of it, and nothing of people', async () => {
  const { code } = await makeLink('trial', trialId)
  const opened = (await open(code)).body.data
  expect(opened).toMatchObject({ subject: { kind: 'trial', id: trialId }, mayDownload: false })
  const token = opened.accessToken
  const trial = await server.call('getTrial', { token, query: { trialId } })
  expect(trial).toMatchObject({ status: 200, body: { data: { trialId, isClosed: true, customer: '', userId: '' } } })
  const maps = await server.call('listMaps', { token, query: { trialId } })
  expect(maps.body.data.map((map) => map.mapId)).toEqual([mapId])
  for (const name of ['listOwnColumns', 'listExclusions', 'listFormulas', 'getPlots'] as const) {
    const { status, body } = await server.call(name, { token, query: { trialId } })
    expect({ name, status }).toEqual({ name, status: 200 })
    expect(JSON.stringify(body)).not.toMatch(/Ownername|Staffname|example\.org/)
  }
  expect(JSON.stringify([trial.body, maps.body])).not.toMatch(/Ownername|Staffname|example\.org/)
  // Nothing else, and no other trial.
  const other = await createTrialFixture(server, 'trial', { owner, mapId })
  expect((await server.call('getTrial', { token, query: { trialId: other.id } })).status).toBe(404)
  expect((await server.call('listTrials', { token })).status).toBe(403)
  expect((await server.call('getTraitTable', { token, query: { trialId } })).status).toBe(403)
})

test('a link to a report shows what is published, without downloads unless it allows them', async () => {
  const { id } = await createFixture(server, 'reportFile', { owner, staff })
  const query = { analysisRequestId: id }
  const seen = await server.call('getReport', { token: await tokenOf((await makeLink('report', id)).code), query })
  expect(seen.body.data).toMatchObject({ reportUrls: [], allFilesUrl: '', updatedBy: { fullName: '', email: '' } })
  expect(seen.body.data?.files).toEqual([expect.objectContaining({ url: null, openUrl: null })])
  expect(JSON.stringify(seen.body)).not.toMatch(/Ownername|Staffname|example\.org/)
  const { code } = await makeLink('report', id, { mayDownload: true })
  const files = (await server.call('getReport', { token: await tokenOf(code), query })).body.data?.reportUrls ?? []
  expect(files).toHaveLength(1)
  const download = async () => (await fetch(files[0] ?? '')).status
  expect(await download()).toBe(200)
  // What a link has signed ends a minute later, whatever became of the link.
  server.advance(minutes(1) + 1)
  expect(await download()).toBe(403)
  expect((await makeLink('report', (await createFixture(server, 'request', { owner, staff })).id)).status).toBe(404)
})

test('an ended link is refused at the next call', async () => {
  const { code, body } = await makeLink('map', mapId)
  const token = await tokenOf(code)
  const look = () => server.call('listMaps', { token, query: { fileId: mapId } })
  expect((await look()).body.data).toHaveLength(1)
  const { linkId } = body.data
  const listed = await server.call('listLinks', { token: owner.token, query: { kind: 'map', id: mapId } })
  expect(listed.body.data).toEqual([expect.objectContaining({ linkId, opened: 1, name: expect.any(String) })])
  expect((await server.call('endLink', { token: owner.token, query: { linkId } })).status).toBe(200)
  expect((await look()).status).toBe(401)
  expect((await open(code)).status).toBe(404)
})

test('a link ends with its last day, and with the approval of its account', async () => {
  const { code } = await makeLink('trial', trialId, { endsOn: dayFromNow(0) })
  expect((await open(code)).status).toBe(200)
  await server.deps.db.updateTable('users').set({ status: 'ON_HOLD' }).where('id', '=', owner.id).execute()
  expect((await open(code)).status).toBe(404)
  await server.deps.db.updateTable('users').set({ status: 'APPROVED' }).where('id', '=', owner.id).execute()
  expect((await open(code)).status).toBe(200)
  await server.deps.db
    .updateTable('links')
    .set({ endsOn: dayFromNow(-1) })
    .execute()
  expect((await open(code)).status).toBe(404)
  expect((await makeLink('trial', trialId, { endsOn: dayFromNow(-1) })).status).toBe(400)
  expect((await makeLink('trial', trialId, { endsOn: dayFromNow(400) })).status).toBe(400)
})

test('a password is asked for, and guesses lock the link for a while', async () => {
  const { code } = await makeLink('trial', trialId, { password: 'rows of soybean' })
  expect(await open(code)).toMatchObject({ status: 401, body: { errors: [{ field: 'password' }] } })
  expect((await open(code, 'rows of wheat')).status).toBe(401)
  expect((await open(code, 'rows of soybean')).status).toBe(200)
  const guesses = []
  for (let guess = 0; guess < 12; guess += 1) guesses.push((await open(code, `guess number ${guess}`)).status)
  expect(guesses.at(-1)).toBe(429)
})

test('a code that was changed opens nothing', async () => {
  const { code } = await makeLink('trial', trialId)
  expect((await open(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
  expect((await open('nothing')).status).toBe(404)
})

test('ended links, and invitations that nobody accepted, are removed a month later', async () => {
  await makeLink('trial', trialId)
  await server.call('inviteMember', { token: owner.token, body: { email: 'nobody@example.org', role: 'viewer' } })
  const offer = { trialId, email: 'nobody@example.org', role: 'viewer' as const }
  await server.call('shareTrial', { token: owner.token, body: offer })
  const { db } = server.deps
  const left = async () =>
    Promise.all(
      (['links', 'invitations', 'trialShares'] as const).map(
        async (table) => (await db.selectFrom(table).select('id').execute()).length,
      ),
    )
  const before = await left()
  expect(Math.min(...before)).toBeGreaterThan(0)
  await purgeExpired(server.deps)
  expect((await left()).slice(1)).toEqual(before.slice(1))
  server.advance(days(40))
  await purgeExpired(server.deps)
  expect(await left()).toEqual([0, 0, 0])
})
