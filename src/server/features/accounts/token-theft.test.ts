import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, seconds } from '#domain/units.ts'
import { codeTo, lettersTo } from '#server/testing/mailbox.ts'
import { makePerson, makeStaff, PASSWORD } from '#server/testing/people.ts'
import { countOf, openGuardedServer, strangerAt, times } from '#server/testing/strangers.ts'
import type { TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openGuardedServer()
})
afterAll(() => server.close())

const { forgot, reset, refresh } = strangerAt(() => server)
const profile = async (token: string) => (await server.call('getProfile', { token })).status
const requests = async (token: string) => (await server.call('listMyAnalyses', { token })).status

describe('refresh tokens', () => {
  test('F63: twenty tabs at once make one rotation; the lost answer can be had again', async () => {
    const person = await makePerson(server)
    const answers = await times(20, () => refresh(person.refreshToken))
    expect(countOf(answers, 200)).toBe(20)
    expect(new Set(answers.map(({ data }) => data.refreshToken)).size).toBe(1)
    const rotations = await server.deps.db
      .selectFrom('rotations')
      .innerJoin('sessions', 'sessions.id', 'rotations.sessionId')
      .select('sessions.generation')
      .where('sessions.userId', '=', person.id)
      .execute()
    expect(rotations).toEqual([{ generation: 2 }])
    server.advance(hours(2))
    const again = await refresh(person.refreshToken)
    expect(again.data.refreshToken).toBe(answers[0]?.data.refreshToken)
  })

  test('F63: an old one ends the session, is noted, and its owner is told', async () => {
    const person = await makePerson(server)
    const second = (await refresh(person.refreshToken)).data.refreshToken
    const third = (await refresh(second)).data.refreshToken
    server.advance(seconds(11))
    const replays = await times(5, () => refresh(person.refreshToken))
    expect(countOf(replays, 401)).toBe(5)
    expect((await refresh(third)).status).toBe(401)
    const noted = await server.deps.db
      .selectFrom('audit')
      .select('subject')
      .where('action', '=', 'session.replayed')
      .where('subject', '=', `user:${person.id}`)
      .execute()
    expect(noted).toHaveLength(1)
    const [letter] = await lettersTo(server, person.email)
    expect(letter?.subject).toBe('A Skyfurrow session of yours was ended')
    expect(JSON.stringify(letter)).not.toContain(third)
  })

  test('one session is refreshed thirty times a minute at most', async () => {
    const person = await makePerson(server)
    const answers = await times(35, () => refresh(person.refreshToken))
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([30, 5])
  })
})

describe('revocation acts on the very next call', () => {
  test('of a session that its owner ends elsewhere', async () => {
    const person = await makePerson(server)
    const other = (await server.call('logIn', { body: { email: person.email, password: PASSWORD } })).body.data
    await server.call('endOtherSessions', { token: other.accessToken })
    expect([await profile(person.token), (await refresh(person.refreshToken)).status]).toEqual([401, 401])
    expect(await profile(other.accessToken)).toBe(200)
  })

  test('of every session when the password is reset', async () => {
    const person = await makePerson(server)
    await forgot(person.email)
    const verificationCode = await codeTo(server, person.email)
    await reset(person.email, verificationCode, { newPassword: 'Meadow-2027!' })
    expect([await profile(person.token), (await refresh(person.refreshToken)).status]).toEqual([401, 401])
  })

  test('of a customer whom staff reject', async () => {
    const [staff, person] = [await makeStaff(server), await makePerson(server)]
    expect(await requests(person.token)).toBe(200)
    await server.call('verifyUser', {
      token: staff.token,
      body: { userId: person.id, status: 2, projectTypes: [] },
    })
    expect(await requests(person.token)).toBe(403)
  })

  test('F62: of a member of staff who is no longer one', async () => {
    const staff = await makeStaff(server)
    expect((await server.call('listUsers', { token: staff.token })).status).toBe(200)
    await server.deps.db.updateTable('users').set({ role: 'USER' }).where('id', '=', staff.id).execute()
    expect((await server.call('listUsers', { token: staff.token })).status).toBe(403)
  })
})
