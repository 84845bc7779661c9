import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const logIn = (email: string, password = PASSWORD) => server.call('logIn', { body: { email, password } })
const refresh = (refreshToken: string) => server.call('refreshSession', { body: { refreshToken } })
const profile = (token: string) => server.call('getProfile', { token })
/** The successor of this refresh token. */
const next = async (refreshToken: string) => (await refresh(refreshToken)).body.data.refreshToken

describe('login', () => {
  test('an unknown address and a wrong password get the same response', async () => {
    const { email } = await createUser(server)
    const answers = [
      await logIn(email, 'Wrong-2026!'),
      await logIn('nobody@example.org'),
      await logIn(email, `${PASSWORD} `),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual({ statusCode: 401, message: 'Incorrect email or password' })
    }
  })

  test.each(["' or 1=1--@example.org", 'ann@example.org'])(
    '%s with a password of SQL does not log in',
    async (email) => {
      expect((await logIn(email, "' or 1=1--")).status).toBeGreaterThanOrEqual(400)
      expect((await logIn(email, "' or 1=1--")).status).toBeLessThan(500)
    },
  )

  test('every login opens its own session', async () => {
    const { email, token } = await createUser(server)
    const [one, two] = [(await logIn(email)).body.data, (await logIn(email)).body.data]
    await server.call('logOut', { body: { refreshToken: one.refreshToken } })
    expect((await profile(one.accessToken)).status).toBe(401)
    expect((await profile(two.accessToken)).status).toBe(200)
    expect((await profile(token)).status).toBe(200)
  })

  test('the profile is the current record', async () => {
    const person = await createUser(server, { status: 'ON_HOLD', fullName: 'Anna Bauer' })
    expect((await profile(person.token)).body).toEqual({
      statusCode: 200,
      message: 'Profile loaded',
      data: {
        fullName: 'Anna Bauer',
        email: person.email,
        roles: ['USER'],
        status: 'CANCELLED',
        projectTypes: ['Soybean_Trial'],
        message: null,
      },
    })
  })

  test('the id token names the user, and no token contains a secret', async () => {
    const { email, fullName } = await createUser(server)
    const { data } = (await logIn(email)).body
    expect(decodeJwt(data.idToken)).toMatchObject({ email, name: fullName, roles: ['USER'] })
    expect(Object.keys(decodeJwt(data.accessToken)).sort()).toEqual([
      'acc',
      'aud',
      'exp',
      'gen',
      'iat',
      'iss',
      'sid',
      'sub',
    ])
  })
})

describe('refresh', () => {
  test('returns the login data with new tokens', async () => {
    const person = await createUser(server)
    const { status, body } = await refresh(person.refreshToken)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      email: person.email,
      tokenType: 'Bearer',
      expiresIn: 600,
      userStatus: 'APPROVED',
    })
    expect(body.data.refreshToken).not.toBe(person.refreshToken)
    expect((await profile(body.data.accessToken)).status).toBe(200)
  })

  test('works after the access token has expired', async () => {
    const person = await createUser(server)
    server.advance(minutes(11))
    expect((await profile(person.token)).status).toBe(401)
    const { body } = await refresh(person.refreshToken)
    expect((await profile(body.data.accessToken)).status).toBe(200)
  })

  test('a repeat gets the same successor as long as that one was never used', async () => {
    const person = await createUser(server)
    const successor = await next(person.refreshToken)
    server.advance(minutes(30))
    expect(await next(person.refreshToken)).toBe(successor)
    expect((await refresh(successor)).status).toBe(200)
  })

  test('a repeat within 10 seconds gets the same successor even when that one was used', async () => {
    const person = await createUser(server)
    const second = await next(person.refreshToken)
    await next(second)
    server.advance(seconds(5))
    expect(await next(person.refreshToken)).toBe(second)
    expect((await refresh(second)).status).toBe(200)
  })

  test('using an older token ends the session', async () => {
    const person = await createUser(server)
    const other = (await logIn(person.email)).body.data
    const second = await next(person.refreshToken)
    const newest = (await refresh(second)).body.data
    server.advance(seconds(11))
    const theft = await refresh(person.refreshToken)
    expect(theft.status).toBe(401)
    expect(theft.body.message).toBe('Your session has ended. Please log in again.')
    expect((await refresh(newest.refreshToken)).status).toBe(401)
    expect((await profile(newest.accessToken)).status).toBe(401)
    expect((await profile(other.accessToken)).status).toBe(200)
  })

  test('F63: twenty concurrent tabs cause one rotation, and none of them is logged out', async () => {
    const person = await createUser(server)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(person.refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const successors = new Set(answers.map(({ body }) => body.data.refreshToken))
    expect(successors.size).toBe(1)
    expect((await refresh([...successors][0] ?? '')).status).toBe(200)
  })

  test.each([
    ['another signature', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['a later generation', (token: string) => token.replace('.1.', '.2.')],
    ['no signature', (token: string) => token.replace(/\.[^.]*$/, '.')],
    ['an access token', () => 'a.b.c'],
    ['text', () => 'x'.repeat(512)],
    ['text with NUL', () => 'a\0b'],
  ])('%s is rejected and ends nothing', async (_what, forge) => {
    const person = await createUser(server)
    const { status } = await refresh(forge(person.refreshToken))
    expect([400, 401]).toContain(status)
    expect((await refresh(person.refreshToken)).status).toBe(200)
  })
})

describe('logout', () => {
  test('invalidates the access token and every refresh token immediately', async () => {
    const person = await createUser(server)
    const newer = (await refresh(person.refreshToken)).body.data
    const out = await server.call('logOut', { body: { refreshToken: newer.refreshToken } })
    expect(out.body).toEqual({ statusCode: 200, message: 'You have successfully logged out!' })
    for (const token of [person.token, newer.accessToken]) expect((await profile(token)).status).toBe(401)
    for (const token of [person.refreshToken, newer.refreshToken]) expect((await refresh(token)).status).toBe(401)
  })

  test('works with an older token and without a session', async () => {
    const person = await createUser(server)
    const newer = (await refresh(person.refreshToken)).body.data
    for (const refreshToken of [person.refreshToken, person.refreshToken, 'nothing'])
      expect((await server.call('logOut', { body: { refreshToken } })).status).toBe(200)
    expect((await profile(newer.accessToken)).status).toBe(401)
  })
})

const change = (person: TestUser, values: { status?: 'REJECTED' | 'APPROVED'; role?: 'USER' }) =>
  server.deps.db.updateTable('users').set(values).where('id', '=', person.id).execute()

describe('a change of status or role takes effect on the next call with the same tokens', () => {
  test('rejected and approved again', async () => {
    const person = await createUser(server)
    await change(person, { status: 'REJECTED' })
    const rejected = await server.call('listMyAnalyses', { token: person.token })
    expect(rejected.status).toBe(403)
    expect(rejected.body.message).toBe('Your account was not approved')
    expect((await profile(person.token)).body.data.status).toBe('REJECTED')
    expect((await refresh(person.refreshToken)).body.data.userStatus).toBe('REJECTED')
    await change(person, { status: 'APPROVED' })
    expect((await server.call('listMyAnalyses', { token: person.token })).status).toBe(200)
  })

  test('no longer staff', async () => {
    const staff = await createStaff(server)
    expect((await server.call('listUsers', { token: staff.token })).status).toBe(200)
    await change(staff, { role: 'USER' })
    expect((await server.call('listUsers', { token: staff.token })).status).toBe(403)
    expect((await profile(staff.token)).body.data.roles).toEqual(['USER'])
  })
})
