import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, seconds } from '#domain/units.ts'
import {
  anonymousClient,
  concurrently,
  countOf,
  openRateLimitedServer,
} from '#server/testing/server/anonymous-client.ts'
import { codeTo, emailsTo } from '#server/testing/server/emails.ts'
import type { TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, PASSWORD } from '#server/testing/server/users.ts'
import { signAccessToken } from './tokens.ts'

let server: TestServer
beforeAll(async () => {
  server = await openRateLimitedServer()
})
afterAll(() => server.close())

const { forgot, reset, refresh } = anonymousClient(() => server)
const profile = async (token: string) => (await server.call('getProfile', { token })).status
const requests = async (token: string) => (await server.call('listMyAnalyses', { token })).status

describe('refresh tokens', () => {
  test('F63: twenty concurrent tabs cause one rotation; a lost response can be requested again', async () => {
    const person = await createUser(server)
    const answers = await concurrently(20, () => refresh(person.refreshToken))
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

  test('F63: an old one ends the session, is audited, and its owner gets an email', async () => {
    const person = await createUser(server)
    const second = (await refresh(person.refreshToken)).data.refreshToken
    const third = (await refresh(second)).data.refreshToken
    server.advance(seconds(11))
    const replays = await concurrently(5, () => refresh(person.refreshToken))
    expect(countOf(replays, 401)).toBe(5)
    expect((await refresh(third)).status).toBe(401)
    const audited = await server.deps.db
      .selectFrom('audit')
      .select('subject')
      .where('action', '=', 'session.replayed')
      .where('subject', '=', `user:${person.id}`)
      .execute()
    expect(audited).toHaveLength(1)
    const [sentEmail] = await emailsTo(server, person.email)
    expect(sentEmail?.subject).toBe('We ended one of your Skyfurrow sessions')
    expect(JSON.stringify(sentEmail)).not.toContain(third)
  })

  test('a copied one that is used alternately is detected on the next use, also within ten seconds', async () => {
    const person = await createUser(server)
    const second = (await refresh(person.refreshToken)).data
    expect(await profile(second.accessToken)).toBe(200)
    expect((await refresh(person.refreshToken)).status).toBe(401)
    expect([await profile(second.accessToken), (await refresh(second.refreshToken)).status]).toEqual([401, 401])
    const audited = await server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `user:${person.id}`)
      .where('action', '=', 'session.replayed')
      .execute()
    expect(audited).toHaveLength(1)
    const [sentEmail] = await emailsTo(server, person.email)
    expect(sentEmail?.subject).toBe('We ended one of your Skyfurrow sessions')
  })

  test('in any order of thief and owner, in any round', async () => {
    for (const rounds of [1, 2, 5]) {
      const person = await createUser(server)
      let copied = person.refreshToken
      for (let round = 1; round < rounds; round += 1) {
        const { data } = await refresh(copied)
        await profile(data.accessToken)
        copied = data.refreshToken
      }
      const thief = (await refresh(copied)).data
      expect(await profile(thief.accessToken)).toBe(200)
      expect((await refresh(copied)).status).toBe(401)
      expect(await profile(thief.accessToken)).toBe(401)
    }
  })

  test('an access token from before the last refresh, or from a version without generations, retires nothing', async () => {
    const person = await createUser(server)
    const second = (await refresh(person.refreshToken)).data.refreshToken
    expect(await profile(person.token)).toBe(200)
    const { sid } = decodeJwt<{ sid: string }>(person.token)
    const old = await signAccessToken(server.deps, {
      userId: person.id,
      sessionId: sid,
      generation: 0,
      accountId: person.id,
    })
    expect(await profile(old)).toBe(200)
    expect((await refresh(person.refreshToken)).data.refreshToken).toBe(second)
  })

  test('the use of a new access token is recorded once', async () => {
    const person = await createUser(server)
    const { data } = await refresh(person.refreshToken)
    await concurrently(20, () => profile(data.accessToken))
    const session = () =>
      server.deps.db
        .selectFrom('sessions')
        .select(['usedGeneration', sql<string>`xmin::text`.as('xmin')])
        .where('userId', '=', person.id)
        .executeTakeFirstOrThrow()
    const { usedGeneration, xmin } = await session()
    expect(usedGeneration).toBe(2)
    await concurrently(5, () => profile(data.accessToken))
    expect((await session()).xmin).toBe(xmin)
  })

  test('after the clock is set back, the grace period of a repeat is not extended', async () => {
    const person = await createUser(server)
    server.advance(hours(3))
    const second = (await refresh(person.refreshToken)).data.refreshToken
    await refresh(second)
    server.advance(-hours(2))
    expect((await refresh(person.refreshToken)).status).toBe(401)
  })

  test('one session can be refreshed thirty times a minute', async () => {
    const person = await createUser(server)
    const answers = await concurrently(35, () => refresh(person.refreshToken))
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([30, 5])
  })
})

describe('revocation takes effect on the next call', () => {
  test('for a session that its owner ends elsewhere', async () => {
    const person = await createUser(server)
    const other = (await server.call('logIn', { body: { email: person.email, password: PASSWORD } })).body.data
    await server.call('endOtherSessions', { token: other.accessToken })
    expect([await profile(person.token), (await refresh(person.refreshToken)).status]).toEqual([401, 401])
    expect(await profile(other.accessToken)).toBe(200)
  })

  test('for every session when the password is reset', async () => {
    const person = await createUser(server)
    await forgot(person.email)
    const verificationCode = await codeTo(server, person.email)
    await reset(person.email, verificationCode, { newPassword: 'Meadow-2027!' })
    expect([await profile(person.token), (await refresh(person.refreshToken)).status]).toEqual([401, 401])
  })

  test('for a customer whom staff reject', async () => {
    const [staff, person] = [await createStaff(server), await createUser(server)]
    expect(await requests(person.token)).toBe(200)
    await server.call('verifyUser', {
      token: staff.token,
      body: { userId: person.id, status: 2, projectTypes: [] },
    })
    expect(await requests(person.token)).toBe(403)
  })

  test('F62: for a user who is no longer staff', async () => {
    const staff = await createStaff(server)
    expect((await server.call('listUsers', { token: staff.token })).status).toBe(200)
    await server.deps.db.updateTable('users').set({ role: 'USER' }).where('id', '=', staff.id).execute()
    expect((await server.call('listUsers', { token: staff.token })).status).toBe(403)
  })
})
