import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#server/testing/processes/free-port.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'
import { EVENTS_PATH, eventRoutes } from './event-routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

type Stream = { texts: string[]; response: Response; close: () => void }

async function follow(headers: Record<string, string>): Promise<Stream> {
  const stop = new AbortController()
  const response = await fetch(server.url + EVENTS_PATH, { headers, signal: stop.signal })
  const texts: string[] = []
  void (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) texts.push(chunk)
  })().catch(() => undefined)
  return { texts, response, close: () => stop.abort() }
}

const as = ({ token }: Pick<TestUser, 'token'>) => ({ authorization: `Bearer ${token}` })
const changesOf = ({ texts }: Stream) => texts.join('').split('data: changed\n\n').length - 1

/** Once the database is followed, everyone is told. */
async function followed(user: TestUser): Promise<Stream> {
  const stream = await follow(as(user))
  await vi.waitFor(() => expect(stream.texts.join('')).toContain(':\n\n'))
  return stream
}

const setStatus = (user: TestUser, status: 'APPROVED' | 'ON_HOLD') =>
  server.deps.db.updateTable('users').set({ status }).where('id', '=', user.id).execute()

test('an account is told that something of it has changed, and no other is', async () => {
  const [one, other] = [await createUser(server), await createUser(server)]
  const streams = [await followed(one), await followed(other)] as const
  expect(streams[0].response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  // The first follower connects, and is told when that is done.
  await vi.waitFor(() => expect(changesOf(streams[0])).toBe(1))
  const before = changesOf(streams[1])
  await setStatus(one, 'ON_HOLD')
  await vi.waitFor(() => expect(changesOf(streams[0])).toBe(2))
  await setStatus(other, 'ON_HOLD')
  await vi.waitFor(() => expect(changesOf(streams[1])).toBe(before + 1))
  expect(changesOf(streams[0])).toBe(2)
  for (const stream of streams) stream.close()
})

test('a lost connection to the database is made again, and then all are told', async () => {
  const stream = await followed(await createUser(server))
  const before = changesOf(stream)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'skyfurrow changes' and datname = current_database()`.execute(server.deps.db)
  await vi.waitFor(() => expect(changesOf(stream)).toBeGreaterThan(before), { timeout: 20_000 })
  stream.close()
})

test('only a session has events, and an account has five at a time', async () => {
  expect((await follow({})).response.status).toBe(401)
  const user = await createUser(server)
  const streams = await Promise.all(Array.from({ length: 5 }, () => followed(user)))
  const { response } = await follow(as(user))
  expect(response.status).toBe(429)
  streams[0]?.close()
  await vi.waitFor(async () => expect((await follow(as(user))).response.status).toBe(200))
  for (const stream of streams) stream.close()
})

test('a server that stops ends its streams, and does not wait for them', async () => {
  const user = await createUser(server)
  const app = Fastify({ forceCloseConnections: 'idle' })
  app.decorateRequest('caller')
  eventRoutes(app, server.deps)
  const response = await fetch((await app.listen({ host: '127.0.0.1', port: await freePort() })) + EVENTS_PATH, {
    headers: as(user),
  })
  const [said] = await Promise.all([response.text(), app.close()])
  expect(said).toMatch(/^:\n\n/)
})
