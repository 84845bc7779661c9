import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { brand } from '#domain/brand.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

let server: TestServer
const MESSAGE = { name: 'Ann Meadow', email: 'ann@example.org', message: 'Do you fly in Minnesota?' }

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const stored = () => server.deps.db.selectFrom('messages').select(['name', 'email', 'message']).execute()

test('a message is saved and emailed to the company', async () => {
  expect((await server.call('sendMessage', { body: MESSAGE })).status).toBe(200)
  expect(await stored()).toEqual([MESSAGE])
  await vi.waitFor(async () => {
    const [sentEmail] = (await server.deps.emailFolder?.list()) ?? []
    expect(sentEmail).toMatchObject({ to: brand.contactEmail, subject: 'Message from Ann Meadow' })
    expect(sentEmail?.text).toContain('Do you fly in Minnesota?')
  }, 60_000)
})

test('a message with the honeypot field filled in gets the same response and is dropped', async () => {
  const before = await stored()
  const { status, body } = await server.call('sendMessage', { body: { ...MESSAGE, website: 'https://spam.example' } })
  expect([status, body.message]).toEqual([200, "Your message is on its way. We'll answer by email."])
  expect(await stored()).toEqual(before)
})

test('a missing text is rejected, with an error for its field', async () => {
  const { status, body } = await server.call('sendMessage', { body: { name: ' ', email: 'nobody', message: 'Hi' } })
  expect(status).toBe(400)
  expect(body.errors).toEqual([
    { field: 'name', message: 'Enter your name' },
    { field: 'email', message: 'Invalid email format' },
    { field: 'message', message: 'Write a sentence or two' },
  ])
})

test('the fourth message from an address within ten minutes is rate limited', async () => {
  server.advance(3_600_000)
  for (let sent = 0; sent < 3; sent += 1) expect((await server.call('sendMessage', { body: MESSAGE })).status).toBe(200)
  const rejected = await server.call('sendMessage', { body: MESSAGE })
  expect(rejected.status).toBe(429)
  expect(rejected.headers.get('retry-after')).toBe('600')
})
