import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const load = async ({ id }: TestUser) =>
  (await server.call('getUser', { token: staff.token, query: { userId: id } })).body.data

test('a user is shown to staff as in the list, with the time of their last activity', async () => {
  const person = await createUser(server, { fullName: 'Carla Fields', projectTypes: ['Maize'] })
  const { body } = await server.call('searchUsers', { token: staff.token, body: { searchReq: { userId: person.id } } })
  expect(await load(person)).toMatchObject({ ...body.data[0], projectTypes: ['Maize'] })
  server.advance(60_000)
  const sentAt = server.deps.now().toISOString()
  await submitArchive(server, person, { start: { projectType: 'Maize' } })
  server.advance(60_000)
  const laterAt = server.deps.now().toISOString()
  const lastActive = async () => (await load(person)).lastActiveTime ?? ''
  expect([sentAt, await lastActive(), laterAt].toSorted()[1]).toBe(await lastActive())
  // The log remembers longer than the sessions.
  await server.deps.db.deleteFrom('sessions').where('userId', '=', person.id).execute()
  expect([sentAt, await lastActive(), laterAt].toSorted()[1]).toBe(await lastActive())
})
