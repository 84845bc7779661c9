import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const sessionsOf = async ({ id }: TestUser) =>
  (await server.call('listUserSessions', { token: staff.token, query: { userId: id } })).body.data

test('staff see the sessions of a user, and can end all of them', async () => {
  const [customer, other] = [await createUser(server), await createUser(server)]
  expect(await sessionsOf(customer)).toMatchObject([{ current: false, address: '127.0.0.1' }])

  const { status } = await server.call('endUserSessions', { token: staff.token, body: { userId: customer.id } })
  expect(status).toBe(200)
  expect(await sessionsOf(customer)).toEqual([])
  expect((await server.call('getProfile', { token: customer.token })).status).toBe(401)
  const { refreshToken } = customer
  expect((await server.call('refreshSession', { body: { refreshToken } })).status).toBe(401)
  expect((await server.call('getProfile', { token: other.token })).status).toBe(200)

  const { body: log } = await server.call('listActivity', {
    token: staff.token,
    query: { subject: `user:${customer.id}` },
  })
  expect(log.data[0]).toMatchObject({ action: 'user.logged-out', actor: { email: staff.email } })
})

test('staff cannot end their own sessions with this call', async () => {
  const { status, body } = await server.call('endUserSessions', { token: staff.token, body: { userId: staff.id } })
  expect([status, body.message]).toEqual([409, 'Your own sessions are in your account settings'])
  expect((await server.call('getProfile', { token: staff.token })).status).toBe(200)
})
