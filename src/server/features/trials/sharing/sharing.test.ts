import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailsTo } from '#server/testing/server/emails.ts'
import { createFixture, createTrialFixture } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { addMember, createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let owner: TestUser
let staff: TestUser
let mapId: string
let trialId: string
beforeAll(async () => {
  server = await openTestServer()
  owner = await createUser(server)
  staff = await createStaff(server)
  mapId = (await createFixture(server, 'map', { owner, staff })).id
  trialId = (await createTrialFixture(server, 'trial', { owner, mapId })).id
})
afterAll(() => server.close())

async function offerTo(partner: TestUser, role: 'editor' | 'viewer') {
  const body = { trialId, email: partner.email, role }
  const { body: answer } = await server.call('shareTrial', { token: owner.token, body })
  const [sent] = await emailsTo(server, partner.email)
  const code = /\/join\?trial=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
  return { shareId: answer.data.shareId, code }
}
const accept = ({ token }: TestUser, code: string) => server.call('acceptTrialShare', { token, body: { code } })

test('a trial that is accepted stands under those of others, with its maps and values, and ends for all at once', async () => {
  const partner = await createUser(server)
  const colleague = await createUser(server)
  await addMember(server, { accountId: partner.id, person: colleague, role: 'viewer' })
  const { shareId, code } = await offerTo(partner, 'viewer')
  const read = ({ token }: TestUser) => server.call('getTrial', { token, query: { trialId } })
  expect((await read(partner)).status).toBe(404)
  expect((await accept(await createUser(server), code)).status).toBe(403)
  expect((await accept(partner, code)).body.data).toEqual({ trialId, role: 'viewer' })
  expect((await accept(partner, code)).status).toBe(200)

  expect((await read(colleague)).body.data).toMatchObject({ isShared: true, isClosed: true })
  const shared = await server.call('listTrials', { token: partner.token, query: { shared: 'true' } })
  expect(shared.body.data.map((trial) => trial.trialId)).toEqual([trialId])
  expect((await server.call('listTrials', { token: partner.token })).body.data).toEqual([])
  const maps = await server.call('listMaps', { token: partner.token, query: { trialId } })
  expect(maps.body.data.map((map) => map.mapId)).toEqual([mapId])
  const listed = await server.call('listTrialShares', { token: owner.token, query: { trialId } })
  expect(listed.body.data).toContainEqual(expect.objectContaining({ shareId, account: 'Test Person', role: 'viewer' }))

  await server.call('endTrialShare', { token: owner.token, query: { shareId } })
  expect([(await read(partner)).status, (await read(colleague)).status]).toEqual([404, 404])
  const gone = await server.call('listMaps', { token: partner.token, query: { fileId: mapId } })
  expect(gone.body.data).toEqual([])
})

test('editors of a partner change the trial; it is charged to its own account, and only this one deletes it', async () => {
  const partner = await createUser(server)
  const viewer = await createUser(server)
  await addMember(server, { accountId: partner.id, person: viewer, role: 'viewer' })
  const { code } = await offerTo(partner, 'editor')
  await accept(partner, code)
  const body = { trialId, name: 'Seen by a partner' }
  expect((await server.call('changeTrial', { token: partner.token, body })).status).toBe(200)
  expect((await server.call('changeTrial', { token: viewer.token, body })).status).toBe(403)
  const remove = await server.call('deleteSubject', { token: partner.token, query: { kind: 'trial', id: trialId } })
  expect(remove.status).toBe(404)
  const use = await server.call('getMyStorage', { token: partner.token })
  expect(use.body.data.usedBytes).toBe(0)
  // What is shared isn't theirs to share on.
  const again = { trialId, email: 'third@example.org', role: 'viewer' as const }
  expect((await server.call('shareTrial', { token: partner.token, body: again })).status).toBe(404)
})

test('who is invited to the account of a trial does not accept it there', async () => {
  const partner = await createUser(server)
  const { code } = await offerTo(partner, 'viewer')
  await addMember(server, { accountId: owner.id, person: partner, role: 'owner' })
  expect((await accept(partner, code)).status).toBe(409)
})

test('an account that has a trial of others gives it back', async () => {
  const partner = await createUser(server)
  const { shareId, code } = await offerTo(partner, 'viewer')
  await accept(partner, code)
  expect((await server.call('endTrialShare', { token: partner.token, query: { shareId } })).status).toBe(200)
  expect((await server.call('getTrial', { token: partner.token, query: { trialId } })).status).toBe(404)
  expect((await accept(partner, code)).status).toBe(404)
})
