import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hours } from '#domain/units.ts'
import { codeOf, switchOnFactor } from '#server/testing/server/second-factor.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD } from '#server/testing/server/users.ts'
import { openSession } from './session.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('a session stays active during a long part, without another code', async () => {
  const person = await createUser(server)
  const { key } = await switchOnFactor(server, person)
  server.advance(hours(1))
  let prompts = 0
  const session = await openSession(server.url, {
    email: person.email,
    password: PASSWORD,
    promptForCode: async () => {
      prompts += 1
      return codeOf(server, key)
    },
    refreshIntervalMs: 50,
  })
  for (let time = 0; time < 4; time += 1) {
    server.advance(hours(10))
    const now = server.deps.now().toISOString()
    await vi.waitFor(async () => expect((await lastUse(person.id)) >= now).toBe(true), 60_000)
  }
  expect((await session.call('getProfile')).data.email).toBe(person.email)
  expect(prompts).toBe(1)
  await session.logOut(AbortSignal.timeout(5000))
})

const lastUse = async (userId: string): Promise<string> => {
  const { usedAt } = await server.deps.db
    .selectFrom('sessions')
    .select('usedAt')
    .where('userId', '=', userId)
    .orderBy('usedAt', 'desc')
    .executeTakeFirstOrThrow()
  return usedAt.toISOString()
}
