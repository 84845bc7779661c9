import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '#domain/units.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { purgeExpired } from '../purge-expired.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const refresh = (refreshToken: string, unattended?: boolean) =>
  server.call('refreshSession', { body: { refreshToken, ...(unattended === undefined ? {} : { unattended }) } })

/** Refreshes a session regularly. Returns its newest tokens, or undefined when it has ended. */
async function refreshEvery(person: TestUser, { everyMs, times, unattended }: Refreshes) {
  let { refreshToken, token } = person
  for (let time = 0; time < times; time += 1) {
    server.advance(everyMs)
    const { status, body } = await refresh(refreshToken, unattended)
    if (status !== 200) return undefined
    refreshToken = body.data.refreshToken
    token = body.data.accessToken
  }
  return { refreshToken, token }
}
type Refreshes = { everyMs: number; times: number; unattended?: boolean }

describe('an unused session expires', () => {
  test.each([
    ['of a customer after 24 hours', createUser, 24],
    ['of staff after 12 hours', createStaff, 12],
  ])('%s', async (_whose, make, limitHours) => {
    const [early, late] = [await make(server), await make(server)]
    server.advance(hours(limitHours) - minutes(1))
    expect((await refresh(early.refreshToken)).status).toBe(200)
    server.advance(minutes(2))
    const rejected = await refresh(late.refreshToken)
    expect([rejected.status, rejected.body.message]).toEqual([401, 'Your session has ended. Please log in again.'])
  })

  test('also when a program refreshes its tokens, to the minute', async () => {
    const person = await createUser(server)
    const kept = await refreshEvery(person, { everyMs: minutes(30), times: 47, unattended: true })
    expect((await server.call('getProfile', { token: kept?.token ?? '' })).status).toBe(200)
    server.advance(minutes(25))
    const { body } = await refresh(kept?.refreshToken ?? '', true)
    expect((await server.call('getProfile', { token: body.data.accessToken })).status).toBe(200)
    server.advance(minutes(6))
    expect((await server.call('getProfile', { token: body.data.accessToken })).status).toBe(401)
    expect((await refresh(body.data.refreshToken)).status).toBe(401)
  })

  test('and is no longer listed', async () => {
    const { email } = await createUser(server)
    server.advance(hours(23))
    const { body } = await server.call('logIn', { body: { email, password: PASSWORD } })
    const listed = async (token: string) => (await server.call('listSessions', { token })).body.data.length
    expect(await listed(body.data.accessToken)).toBe(2)
    server.advance(hours(2))
    const refreshed = await refresh(body.data.refreshToken)
    expect(await listed(refreshed.body.data.accessToken)).toBe(1)
  })
})

describe('after the clock is set back', () => {
  test('times in the future are set to now: no session outlives another', async () => {
    server.advance(days(365))
    const [kept, left] = [await createUser(server), await createUser(server)]
    server.advance(-days(365))
    await purgeExpired(server.deps)
    server.advance(hours(23))
    const refreshed = await refresh(kept.refreshToken)
    expect(refreshed.status).toBe(200)
    server.advance(hours(2))
    expect((await refresh(refreshed.body.data.refreshToken)).status).toBe(200)
    expect((await refresh(left.refreshToken)).status).toBe(401)
  })

  test('an access token signed in the future has to be refreshed', async () => {
    server.advance(hours(2))
    const person = await createUser(server)
    server.advance(-hours(2))
    expect((await server.call('getProfile', { token: person.token })).status).toBe(401)
    const { body } = await refresh(person.refreshToken)
    expect((await server.call('getProfile', { token: body.data.accessToken })).status).toBe(200)
  })
})

describe('an active session', () => {
  test.each([
    ['of a customer', createUser, 23],
    ['of staff', createStaff, 11],
  ])('%s lasts 30 days, and no longer', async (_whose, make, everyHours) => {
    const person = await make(server)
    const times = Math.floor((30 * 24) / everyHours)
    const last = await refreshEvery(person, { everyMs: hours(everyHours), times })
    expect((await server.call('getProfile', { token: last?.token ?? '' })).status).toBe(200)
    server.advance(hours(30 * 24 - times * everyHours) - minutes(1))
    const { status, body } = await refresh(last?.refreshToken ?? '')
    expect(status).toBe(200)
    server.advance(minutes(2))
    expect((await server.call('getProfile', { token: body.data.accessToken })).status).toBe(401)
    expect((await refresh(body.data.refreshToken)).status).toBe(401)
  })
})
