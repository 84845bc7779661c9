import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOKENS_MAX, type TokenScope } from '#domain/tokens.ts'
import { days, minutes } from '#domain/units.ts'
import { purgeExpired } from '#server/features/accounts/purge-expired.ts'
import { assignProjects } from '#server/features/projects/assign-projects.ts'
import { createFixture, createTrialFixture } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { addMember, createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

const content = Buffer.from('raw images')
let server: TestServer
let owner: TestUser
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  owner = await createUser(server, { projectTypes: ['Wheat', 'Barley'] })
})
afterAll(() => server.close())

type Made = { scopes?: TokenScope[]; projectType?: string; endsOn?: string; name?: string }

const make = (person: TestUser, { name = 'Nightly job', scopes = ['read'], ...made }: Made = {}) =>
  server.call('makeToken', { token: person.token, body: { name, scopes, ...made } })
const tokenOf = async (person: TestUser, made: Made = {}) => (await make(person, made)).body.data
const dayFromNow = (count: number) => new Date(server.deps.now().getTime() + days(count)).toISOString().slice(0, 10)
const list = async ({ token }: TestUser) => (await server.call('listTokens', { token })).body.data
const statusOf = async (name: 'getProfile' | 'listTrials' | 'listMyAnalyses', token: string) =>
  (await server.call(name, { token })).status

test('works until it is revoked, and tells when it was last used', async () => {
  const { tokenId, token } = await tokenOf(owner, { name: 'R at the station' })
  expect(token).toMatch(/^skyfurrow_[\w-]{43}$/)
  const row = async () => (await list(owner)).find((one) => one.tokenId === tokenId)
  expect(await row()).toMatchObject({ name: 'R at the station', scopes: ['read'], usedTime: null, endsOn: null })
  expect(await statusOf('listTrials', token)).toBe(200)
  const first = (await row())?.usedTime
  expect(first).toEqual(expect.any(String))
  expect(await statusOf('listTrials', token)).toBe(200)
  expect(await row()).toMatchObject({ usedTime: first })
  server.advance(minutes(1))
  expect(await statusOf('listTrials', token)).toBe(200)
  expect(Date.parse((await row())?.usedTime ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? '') + minutes(1))
  expect(JSON.stringify(await list(owner))).not.toContain(token)
  expect((await server.call('revokeToken', { token: owner.token, query: { tokenId } })).status).toBe(200)
  expect(await server.call('listTrials', { token })).toMatchObject({
    status: 401,
    body: { message: 'This API token has ended, or was revoked. Make a new one.' },
  })
})

test('the database has no secret that opens anything', async () => {
  const { token } = await tokenOf(owner)
  const [row] = await server.deps.db.selectFrom('apiTokens').selectAll().orderBy('madeAt', 'desc').execute()
  expect(JSON.stringify(row)).not.toContain(token.slice('skyfurrow_'.length))
})

test('ends after its last day', async () => {
  const { token } = await tokenOf(owner, { endsOn: dayFromNow(1) })
  expect(await statusOf('getProfile', token)).toBe(200)
  server.advance(days(2))
  expect(await statusOf('getProfile', token)).toBe(401)
  owner = await again(owner)
  staff = await again(staff)
  expect((await make(owner, { endsOn: dayFromNow(-1) })).body).toMatchObject({ errors: [{ field: 'endsOn' }] })
  const before = (await list(owner)).length
  server.advance(days(40))
  await purgeExpired(server.deps)
  owner = await again(owner)
  staff = await again(staff)
  expect(await list(owner)).toHaveLength(before - 1)
})

async function again(person: TestUser): Promise<TestUser> {
  const { body } = await server.call('logIn', { body: { email: person.email, password: 'Furrow-2026!' } })
  return { ...person, token: body.data.accessToken, refreshToken: body.data.refreshToken }
}

test('says which scope a call needs', async () => {
  const { token } = await tokenOf(owner)
  expect(await server.call('createTrial', { token, body: { name: 'Field 7' } })).toMatchObject({
    status: 403,
    body: { message: 'This API token may not do this: it needs the scope trials:write' },
  })
  const all = await tokenOf(owner, { scopes: ['read', 'trials:write', 'uploads:write', 'brapi'] })
  for (const name of ['listTokens', 'getAccount', 'listSessions', 'listNotices', 'listLinks'] as const)
    expect(await server.call(name, { token: all.token })).toMatchObject({
      status: 403,
      body: { message: 'API tokens may not do this. Log in to do it.' },
    })
})

test('one that is limited to a project sees and adds nothing else', async () => {
  const grower = await createUser(server, { projectTypes: ['Wheat', 'Barley'] })
  const partner = await createUser(server, { projectTypes: ['Wheat', 'Barley'] })
  const wheat = await submitArchive(server, grower, { start: { projectType: 'Wheat' } })
  const barley = await submitArchive(server, grower, { start: { projectType: 'Barley' } })
  const open = await startArchive(server, grower, { content, start: { projectType: 'Barley', fileName: 'open.zip' } })
  const { token } = await tokenOf(grower, {
    scopes: ['read', 'trials:write', 'uploads:write', 'brapi'],
    projectType: 'Wheat',
  })
  expect((await server.call('getProfile', { token })).body.data.projectTypes).toEqual(['Wheat'])
  const requests = (await server.call('listMyAnalyses', { token })).body.data
  expect(requests.map(({ analysisRequestId }) => analysisRequestId)).toEqual([wheat.analysisRequestId])
  expect((await server.call('getMyAnalysis', { token, query: barley })).status).toBe(404)
  expect((await server.call('listOpenUploads', { token })).body.data).toEqual([])
  const { preSignedUrl, id } = open.body.data
  const resume = { uploadId: preSignedUrl.uploadId, analysisRequestId: id }
  expect((await server.call('resumeUpload', { token, query: resume })).status).toBe(404)
  expect((await startArchive(server, { ...grower, token }, { content, start: { projectType: 'Barley' } })).status).toBe(
    403,
  )
  expect((await startArchive(server, { ...grower, token }, { content, start: { projectType: 'Wheat' } })).status).toBe(
    200,
  )

  const mine = await server.call('createTrial', { token, body: { name: 'Of the token' } })
  const { trialId } = mine.body.data
  const other = await server.call('createTrial', {
    token: grower.token,
    body: { name: 'Elsewhere', projectType: 'Barley' },
  })
  const none = await server.call('createTrial', { token: grower.token, body: { name: 'Of no project' } })
  const listed = (await server.call('listTrials', { token })).body.data
  expect(listed.map(({ name, projectType }) => [name, projectType])).toEqual([['Of the token', 'Wheat']])
  for (const hidden of [other, none]) {
    const query = { trialId: hidden.body.data.trialId }
    expect((await server.call('getTrial', { token, query })).status).toBe(404)
    expect((await server.call('changeTrial', { token, body: { ...query, name: 'Mine' } })).status).toBe(404)
  }
  // Neither into another project nor out of this one.
  for (const projectType of ['Barley', null])
    expect((await server.call('changeTrial', { token, body: { trialId, projectType } })).status).not.toBe(200)
  const elsewhere = { name: 'No', projectType: 'Barley' }
  expect((await server.call('createTrial', { token, body: elsewhere })).status).toBe(409)
  // Trials of partners are of another account.
  const mapId = (await createFixture(server, 'map', { owner: await createUser(server), staff })).id
  const shared = await createTrialFixture(server, 'trial', { owner: partner, mapId })
  await server.deps.db
    .insertInto('trialShares')
    .values({
      id: 'shared',
      trialId: shared.id,
      email: grower.email,
      role: 'editor',
      codeHash: 'x',
      expiresAt: server.deps.now(),
      accountId: grower.id,
      acceptedAt: server.deps.now(),
    })
    .execute()
  const query = { trialId: shared.id }
  expect((await server.call('getTrial', { token: grower.token, query })).status).toBe(200)
  expect((await server.call('getTrial', { token, query })).status).toBe(404)
  expect((await server.call('listTrials', { token, query: { shared: 'true' } })).body.data).toEqual([])
  const maps = async (as: string) =>
    (await server.call('listMaps', { token: as, query: { fileId: mapId } })).body.data.length
  expect([await maps(grower.token), await maps(token)]).toEqual([1, 0])
  expect((await make(grower, { projectType: 'Maize' })).status).toBe(404)
  // With its project it is removed for good.
  await assignProjects(server.deps.db, { accountId: grower.id, names: ['Barley'], at: server.deps.now() })
  expect((await startArchive(server, { ...grower, token }, { content, start: { projectType: 'Wheat' } })).status).toBe(
    403,
  )
})

test('can do no more than its person may do now', async () => {
  const guest = await createUser(server)
  await addMember(server, { accountId: owner.id, person: guest, role: 'editor' })
  const { token } = await tokenOf(guest, { scopes: ['read', 'trials:write'] })
  const create = async () => (await server.call('createTrial', { token, body: { name: 'By the guest' } })).status
  expect(await create()).toBe(200)
  await addMember(server, { accountId: owner.id, person: guest, role: 'viewer' })
  expect(await create()).toBe(403)
  expect(await statusOf('listTrials', token)).toBe(200)
  // Owners see it, and may revoke it; others see their own only.
  expect((await list(owner)).some(({ madeBy }) => madeBy === guest.fullName)).toBe(true)
  expect(await list(guest)).toHaveLength(1)
  await server.call('removeMember', { token: owner.token, query: { userId: guest.id } })
  expect(await statusOf('listTrials', token)).toBe(401)
})

test('ends when its account is put on hold, and works on after that', async () => {
  const person = await createUser(server)
  const { token } = await tokenOf(person)
  const set = (status: 'ON_HOLD' | 'APPROVED') =>
    server.deps.db.updateTable('users').set({ status }).where('id', '=', person.id).execute()
  await set('ON_HOLD')
  expect(await statusOf('listTrials', token)).toBe(403)
  await set('APPROVED')
  expect(await statusOf('listTrials', token)).toBe(200)
})

test('is revoked when staff log its person out, and when their password is reset', async () => {
  const person = await createUser(server)
  const { token } = await tokenOf(person)
  await server.call('endOtherSessions', { token: person.token })
  expect(await statusOf('listTrials', token)).toBe(200)
  await server.call('endUserSessions', { token: staff.token, body: { userId: person.id } })
  expect(await statusOf('listTrials', token)).toBe(401)
})

test('staff have tokens that administer nobody', async () => {
  const { token } = await tokenOf(staff, { scopes: ['read', 'trials:write', 'uploads:write', 'brapi'] })
  expect(await statusOf('listTrials', token)).toBe(200)
  for (const name of ['listUsers', 'listAllAnalyses', 'listActivity', 'listStaff'] as const)
    expect((await server.call(name, { token })).status).toBe(403)
  expect((await make(staff, { projectType: 'Wheat' })).status).toBe(404)
})

test('a person has a number of them', async () => {
  const person = await createUser(server)
  const together = await Promise.all(Array.from({ length: TOKENS_MAX + 3 }, () => make(person)))
  expect(together.filter(({ status }) => status === 200)).toHaveLength(TOKENS_MAX)
  expect(together.filter(({ status }) => status === 409)).toHaveLength(3)
})

test('the tokens of a person have a limit of their own, together', async () => {
  const person = await createUser(server)
  const [one, other] = [await tokenOf(person), await tokenOf(person)]
  // Three calls, and another one every twenty seconds.
  server.deps.config.limitFactor = 0.01
  const calls = []
  for (const { token } of [one, other, one, other]) calls.push(await statusOf('getProfile', token))
  expect(calls).toEqual([200, 200, 200, 429])
  expect(await statusOf('getProfile', person.token)).toBe(200)
  server.deps.config.limitFactor = 100
})

test('the log says what was done with which token', async () => {
  const person = await createUser(server)
  const { token, tokenId } = await tokenOf(person, { name: 'Breeding database', scopes: ['trials:write'] })
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'By a program' } })).body.data
  await server.call('revokeToken', { token: person.token, query: { tokenId } })
  const { body } = await server.call('listActivity', { token: staff.token, query: { actorId: person.id } })
  const rows = body.data.map(({ action, subject, token: by }) => [action, subject, by])
  expect(rows.slice(0, 3)).toEqual([
    ['token.revoked', `user:${person.id}`, null],
    ['trial.created', `trial:${trialId}`, 'Breeding database'],
    ['token.made', `user:${person.id}`, null],
  ])
})
