import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { BreedingDatabase } from '#server/testing/doubles/breeding-database.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let owner: TestUser
let trialId: string
const database = new BreedingDatabase()
beforeAll(async () => {
  await database.start()
  server = await openTestServer({ BREEDING_DATABASES: 'any' })
  owner = await createUser(server)
  const made = await server.call('createTrial', { token: owner.token, body: { name: 'Field 7' } })
  ;({ trialId } = made.body.data)
})
afterAll(async () => {
  await server.close()
  await database.stop()
})
beforeEach(() => {
  database.clear()
  server.deps.config.breedingDatabases = 'any'
})

const connect = (over: Partial<BodyIn<'connectStudy'>> = {}) => {
  const of = { trialId, url: database.url, token: 'sesame', studyDbId: '7', sendsAfterMeasuring: false }
  return server.call('connectStudy', { token: owner.token, body: { ...of, ...over } })
}
const findStudies = (body: Omit<BodyIn<'findStudies'>, 'trialId'>) =>
  server.call('findStudies', { token: owner.token, body: { trialId, ...body } })
const loaded = async () => (await server.call('getExchange', { token: owner.token, query: { trialId } })).body.data

test('a connection is made to a study that is chosen from a list; its token is in no answer and not in the database', async () => {
  const found = await findStudies({ url: `${database.url}/`, token: 'sesame' })
  expect(found.body).toMatchObject({
    data: [{ studyDbId: '7', studyName: 'Soybean advanced 2026', about: 'Lamberton, 2026' }],
  })
  expect((await connect()).body).toMatchObject({ data: { studyName: 'Soybean advanced 2026', hasToken: true } })
  expect(JSON.stringify(await loaded())).not.toContain('sesame')
  expect(JSON.stringify(await server.deps.db.selectFrom('studyConnections').selectAll().execute())).not.toContain(
    'sesame',
  )
})

test('a connection sends its token to no other address than the one it was given for', async () => {
  await connect()
  const other = database.url.replace('127.0.0.1', 'localhost')
  database.calls = []
  expect((await findStudies({ url: other })).status).toBe(400)
  expect(database.calls.map(({ authorization }) => authorization)).toEqual([undefined])
  expect((await findStudies({ url: database.url })).status).toBe(200)
})

test('a connection says why it can’t be made', async () => {
  const problemOf = async (over: Partial<BodyIn<'connectStudy'>>) => (await connect(over)).body.message
  expect(await problemOf({ token: 'wrong' })).toMatch(/It refuses the token/)
  expect(await problemOf({ studyDbId: '8' })).toMatch(/It has no such call/)
  database.misbehaves = (_asked, response) => Boolean(response.writeHead(302, { location: 'http://10.0.0.1' }).end())
  expect(await problemOf({})).toMatch(/It redirects to another address/)
  database.misbehaves = (_asked, response) =>
    Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
  expect(await problemOf({})).toMatch(/a web page, not with BrAPI/)
  database.misbehaves = (_asked, response) => Boolean(response.writeHead(200).end('{"result": {"studyName": 7}}'))
  expect(await problemOf({})).toMatch(/does not answer as BrAPI 2 does/)
  database.misbehaves = (_asked, response) => Boolean(response.writeHead(200).end('x'.repeat(3_000_000)))
  expect(await problemOf({})).toMatch(/more than 2 MB at once/)
  server.deps.config.breedingDatabases = 'public'
  expect(await problemOf({})).toMatch(/of a private network/)
  server.deps.config.breedingDatabases = 'off'
  expect((await connect()).status).toBe(404)
})

test('what a database says of its refusal has no token', async () => {
  database.misbehaves = ({ authorization }, response) => {
    const answer = { metadata: { status: [{ message: `Invalid header Authorization: ${authorization}` }] } }
    return Boolean(response.writeHead(400).end(JSON.stringify(answer)))
  }
  expect((await connect()).body.message).toMatch(/Invalid header Authorization: Bearer …/)
})

test('a database that answers in another protocol is left at once', async () => {
  database.misbehaves = (_asked, response) =>
    Boolean(response.writeHead(101, { upgrade: 'h2c', connection: 'upgrade' }).end())
  expect((await connect()).body.message).toMatch(/It closed the connection/)
})

test('a connection is of the account itself: a partner who may change the trial neither sees nor uses it', async () => {
  await connect()
  const partner = await createUser(server)
  const id = crypto.randomUUID()
  const share = { id, trialId, email: partner.email, role: 'editor' as const, codeHash: id, accountId: partner.id }
  const at = server.deps.now()
  await server.deps.db
    .insertInto('trialShares')
    .values({ ...share, expiresAt: at, acceptedAt: at })
    .execute()
  const { token } = partner
  expect((await server.call('getExchange', { token, query: { trialId } })).status).toBe(404)
  const body = { trialId, direction: 'push' as const, step: 'compare' as const }
  expect((await server.call('startExchange', { token, body })).status).toBe(404)
  await server.deps.db.deleteFrom('trialShares').execute()
})
