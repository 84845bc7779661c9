import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
const NEW_PASSWORD = 'Meadow-2027!'

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const logIn = async ({ email }: TestUser, password = PASSWORD) => {
  const { status, body } = await server.call('logIn', { body: { email, password } })
  return { status, token: body.data?.accessToken ?? '' }
}
const profileStatus = async (token: string) => (await server.call('getProfile', { token })).status

test('a new name is trimmed, saved, and validated as at registration', async () => {
  const { token } = await createUser(server)
  const { body } = await server.call('changeName', { token, body: { fullName: '  Ann Meadow  ' } })
  expect(body.data.fullName).toBe('Ann Meadow')
  const rejected = await server.call('changeName', { token, body: { fullName: 'Ann' } })
  expect(rejected.body.errors).toEqual([{ field: 'fullName', message: 'Full name must be at least 4 characters' }])
  expect((await server.call('getProfile', { token })).body.data.fullName).toBe('Ann Meadow')
})

test('a new password needs the current one, and ends all other sessions', async () => {
  const person = await createUser(server)
  const elsewhere = await logIn(person)
  const wrong = await server.call('changePassword', {
    token: person.token,
    body: { currentPassword: 'Not-mine-2026!', newPassword: NEW_PASSWORD },
  })
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    [{ field: 'currentPassword', message: 'This is not your current password' }],
  ])
  expect(await profileStatus(elsewhere.token)).toBe(200)

  const changed = await server.call('changePassword', {
    token: person.token,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  })
  expect(changed.status).toBe(200)
  expect(await profileStatus(person.token)).toBe(200)
  expect(await profileStatus(elsewhere.token)).toBe(401)
  expect((await logIn(person)).status).toBe(401)
  expect((await logIn(person, NEW_PASSWORD)).status).toBe(200)
})

test('guesses at the current password are limited', async () => {
  const { token } = await createUser(server)
  const guess = () =>
    server.call('changePassword', { token, body: { currentPassword: 'Not-mine-2026!', newPassword: NEW_PASSWORD } })
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(400)
  const rejected = await guess()
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('repeated and concurrent correct current passwords are not limited', async () => {
  const { token } = await createUser(server)
  const start = (currentPassword: string) => server.call('startSecondFactor', { token, body: { currentPassword } })
  const answers = await Promise.all(Array.from({ length: 15 }, () => start(PASSWORD)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const guesses = await Promise.all(Array.from({ length: 15 }, () => start('Not-mine-2026!')))
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10)
  expect((await start(PASSWORD)).status).toBe(429)
})

test("sessions are listed, and ended one by one or all except this one; sessions of others can't be ended", async () => {
  const person = await createUser(server)
  const second = await logIn(person)
  const third = await logIn(person)
  const { body } = await server.call('listSessions', { token: second.token })
  expect(body.data).toHaveLength(3)
  expect(body.data.filter(({ current }) => current)).toHaveLength(1)
  const mine = body.data.find(({ current }) => current)?.sessionId ?? ''

  const stranger = await createUser(server)
  const foreign = await server.call('endSession', { token: stranger.token, query: { sessionId: mine } })
  expect(foreign.status).toBe(404)
  expect((await server.call('endSession', { token: third.token, query: { sessionId: mine } })).status).toBe(200)
  expect(await profileStatus(second.token)).toBe(401)

  expect((await server.call('endOtherSessions', { token: third.token })).status).toBe(200)
  expect(await profileStatus(person.token)).toBe(401)
  expect(await profileStatus(third.token)).toBe(200)
})
