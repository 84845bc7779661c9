import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeTo } from '#server/testing/server/emails.ts'
import { ask } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createUser, PASSWORD } from '#server/testing/server/users.ts'
import { openLog } from './log.ts'

let server: TestServer
let lines: string[] = []

beforeAll(async () => {
  const to = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line))
      done()
    },
  })
  server = await openTestServer({}, { log: openLog('trace', to) })
})
afterAll(() => server.close())

const logged = () => lines.join('')
const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

test('a line has a time in UTC, a request id, and the path without its query', async () => {
  lines = []
  const answer = await ask(server, 'forgotPassword', { query: { email: 'ann.secret@example.org' } })
  expect(answer.status).toBe(200)
  const call = entries().find(({ msg }) => msg === 'call')
  expect(call).toMatchObject({ method: 'POST', path: '/api/auth/forgot-password', status: 200 })
  expect(call?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(call?.['reqId']).toMatch(/^[\w-]{36}$/)
  expect(logged()).not.toContain('ann.secret')
})

test('no password, code, token or signature is ever logged, at the most talkative level', async () => {
  lines = []
  const password = 'Planted-Secret-71!'
  const email = 'planted@example.org'
  await server.call('register', { body: { fullName: 'Ann Planted', email, password } })
  const code = await codeTo(server, email)
  await server.call('confirmUser', { body: { email, fullName: 'Ann Planted', confirmationCode: code } })
  const { body: login } = await server.call('logIn', { body: { email, password } })
  const { accessToken, refreshToken, idToken } = login.data
  await server.call('refreshSession', { body: { refreshToken } })
  await server.call('getProfile', { token: accessToken })
  await server.call('logIn', { body: { email, password: 'Planted-Wrong-72!' } })

  const customer = await createUser(server)
  await submitArchive(server, customer)
  const { body: list } = await server.call('listMyAnalyses', { token: customer.token })
  const link = new URL(list.data[0]?.fileUrls[0] ?? '')
  expect((await fetch(link)).status).toBe(200)
  await fetch(`${server.url}/api/auth/get-profile?token=${accessToken}`)

  const secrets = [password, 'Planted-Wrong-72!', accessToken, refreshToken, idToken, customer.token, link.search]
  expect([code, ...secrets].every((secret) => secret.length >= 6)).toBe(true)
  expect(secrets.filter((secret) => logged().includes(secret))).toEqual([])
  // Six digits are also part of a duration or an id now and then.
  expect(logged()).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`))
  expect(entries().length).toBeGreaterThan(8)
})

test('an unexpected error is logged with its request id, without the values of its statement', async () => {
  const person = await createUser(server)
  lines = []
  const { db } = server.deps
  await db.schema.alterTable('sessions').renameTo('sessions_away').execute()
  try {
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    })
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      statusCode: 500,
      message: 'Server error occurred. Please try again later',
    })
    const fault = entries().find(({ msg }) => msg === 'unexpected error')
    expect(fault).toMatchObject({ reqId: response.headers.get('x-request-id'), err: { code: '42P01' } })
    expect(Object.keys(fault?.['err'] ?? {}).sort()).toEqual(['code', 'message', 'stack', 'type'])
    expect(logged()).not.toContain(person.id)
  } finally {
    await db.schema.alterTable('sessions_away').renameTo('sessions').execute()
  }
})

test('anything thrown can be logged, also with a cause', () => {
  const found: string[] = []
  const log: Logger = openLog('error', { write: (line) => void found.push(line) })
  log.error({ err: new Error('outer', { cause: Object.assign(new TypeError('inner'), { params: ['secret'] }) }) })
  log.error({ err: 'secret' })
  expect(JSON.parse(found[0] ?? '')).toMatchObject({
    err: { type: 'Error', message: 'outer', cause: { type: 'TypeError', message: 'inner' } },
  })
  expect(found.join('')).not.toContain('secret')
})
