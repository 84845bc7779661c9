import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { days } from '#domain/units.ts'
import { DELIVERY_ATTEMPTS_MAX, WEBHOOKS_MAX, type WebhookEvent } from '#domain/webhooks.ts'
import { isPublic } from '#server/adapters/outside/public-addresses.ts'
import { purgeExpired } from '#server/features/accounts/purge-expired.ts'
import { createFixture, createTrialFixture } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { measureTrial } from '../trials/measuring/measure-trial.ts'
import { postWebhook } from './post-webhook.ts'

let server: TestServer
let owner: TestUser
let staff: TestUser
let receiver: Server
let received: { headers: IncomingMessage['headers']; body: string }[] = []
/** What the receiver answers. */
let answer: { status: number; headers?: Record<string, string> } = { status: 204 }
beforeAll(async () => {
  server = await openTestServer({ WEBHOOKS: 'any' }, { runsJobs: false })
  owner = await createUser(server)
  staff = await createStaff(server)
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer.status, answer.headers).end('x'.repeat(1000))
    })
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.close()
  await server.close()
})
beforeEach(async () => {
  received = []
  answer = { status: 204 }
  server.deps.config.webhooks = 'any'
  await server.deps.db.deleteFrom('webhooks').execute()
})

const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
const make = async (events: WebhookEvent[], url = address()) =>
  (await server.call('makeWebhook', { token: owner.token, body: { url, events } })).body.data
const deliveries = async (webhookId: string) =>
  (await server.call('listDeliveries', { token: owner.token, query: { webhookId } })).body.data
/** One attempt for each that waits, as the queue makes them. */
async function attempt(): Promise<void> {
  const waiting = await server.deps.db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('state', '=', 'WAITING')
    .execute()
  for (const { id } of waiting) await postWebhook(server.deps, { deliveryId: id }).catch(() => undefined)
}
const ping = async (webhookId: string) => {
  await server.call('testWebhook', { token: owner.token, body: { webhookId } })
  await attempt()
}

test('what happens to a request is posted, signed, and listed', async () => {
  const { webhookId, secret } = await make(['request.received', 'request.status-changed', 'report.published'])
  const { analysisRequestId: id } = await submitArchive(server, owner)
  const status = { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' as const }
  await server.call('changeStatus', { token: staff.token, body: status })
  await attachReportFile(server, staff, { id, fileName: 'map.tif', content: Buffer.from('map') })
  await attempt()
  const bodies = received.map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, string> })
  expect(bodies.map(({ event }) => event)).toEqual(['request.received', 'request.status-changed', 'report.published'])
  expect(bodies[1]?.data).toEqual({
    requestId: id,
    project: 'Soybean_Trial',
    url: `${server.url}/my-dashboard/requests/${id}`,
    status: 'UNDER_REVIEW',
  })
  for (const { headers, body } of received) {
    const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['skyfurrow-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'skyfurrow-event': JSON.parse(body).event })
  }
  expect(await deliveries(webhookId)).toMatchObject(
    ['report.published', 'request.status-changed', 'request.received'].map((event) => ({
      event,
      state: 'SENT',
      status: 204,
      attempts: 1,
    })),
  )
})

test('only what it was made for is posted, and only of its own account', async () => {
  await make(['run.ended'])
  await submitArchive(server, owner)
  await make(['request.received'])
  await submitArchive(server, await createUser(server))
  await attempt()
  expect(received).toEqual([])
})

test('a measurement is told once, however often its job runs', async () => {
  const { id: mapId } = await createFixture(server, 'ownFile', { owner, staff })
  await make(['measurement.done'])
  const { id: measurementId } = await createTrialFixture(server, 'measurement', { owner, mapId })
  const flights = server.deps.db.selectFrom('trialFlights').select('id')
  await server.deps.db.deleteFrom('trialFlights').where('id', 'in', flights).execute()
  for (const _ of [1, 2]) await measureTrial(server.deps, { measurementId })
  await attempt()
  expect(received.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toMatchObject([{ measurementId }])
})

test('what was refused is tried again, until there is no hope', async () => {
  const { webhookId } = await make(['run.ended'])
  answer = { status: 500 }
  await ping(webhookId)
  expect(await deliveries(webhookId)).toMatchObject([
    { event: 'ping', state: 'WAITING', attempts: 1, status: 500, problem: 'It answered 500' },
  ])
  answer = { status: 200 }
  await attempt()
  expect(await deliveries(webhookId)).toMatchObject([{ state: 'SENT', attempts: 2, status: 200, problem: null }])
  answer = { status: 410 }
  await ping(webhookId)
  await server.deps.db
    .updateTable('webhookDeliveries')
    .set({ attempts: DELIVERY_ATTEMPTS_MAX - 1 })
    .where('state', '=', 'WAITING')
    .execute()
  await attempt()
  expect((await deliveries(webhookId))[0]).toMatchObject({ state: 'FAILED', problem: 'It answered 410' })
})

test('the queue is told to try again, and what has arrived is not posted twice', async () => {
  const { webhookId } = await make(['run.ended'])
  answer = { status: 503 }
  await ping(webhookId)
  const deliveryId = (await deliveries(webhookId))[0]?.deliveryId ?? ''
  await expect(postWebhook(server.deps, { deliveryId })).rejects.toThrow('It answered 503')
  answer = { status: 204 }
  for (const _ of [1, 2]) await postWebhook(server.deps, { deliveryId })
  expect(received).toHaveLength(3)
})

test('a redirect is not followed, and a receiver that is away is said', async () => {
  const { webhookId } = await make(['run.ended'])
  answer = { status: 302, headers: { location: address() } }
  await ping(webhookId)
  expect(received).toHaveLength(1)
  expect((await deliveries(webhookId))[0]).toMatchObject({ state: 'WAITING', problem: 'It answered 302' })
  const away = await make(['run.ended'], 'http://127.0.0.1:9/')
  await ping(away.webhookId)
  expect((await deliveries(away.webhookId))[0]).toMatchObject({ status: null, problem: 'It refuses connections' })
})

test.each([
  address,
  () => address().replace('127.0.0.1', 'localhost'),
  () => 'http://[::1]:9/',
  () => 'http://169.254.169.254/latest',
])('nothing is sent to private networks, by address or by name (%#)', async (url) => {
  const { webhookId } = await make(['run.ended'], url())
  server.deps.config.webhooks = 'public'
  await ping(webhookId)
  expect(received).toEqual([])
  expect((await deliveries(webhookId))[0]?.problem).toBe(
    'This address is of a private network, to which nothing is sent',
  )
})

test.each([
  ['8.8.8.8', true],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.127.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2606:4700::1111', true],
  ['64:ff9b::a00:1', false],
  ['localhost', false],
])('%s is an address of the internet: %s', (text, expected) => {
  expect(isPublic(text)).toBe(expected)
})

test('an account has a number of them, and switched off there are none', async () => {
  const together = await Promise.all(
    Array.from({ length: WEBHOOKS_MAX + 2 }, () =>
      server.call('makeWebhook', { token: owner.token, body: { url: address(), events: ['run.ended'] } }),
    ),
  )
  expect(together.filter(({ status }) => status === 200)).toHaveLength(WEBHOOKS_MAX)
  expect(together.filter(({ status }) => status === 409)).toHaveLength(2)
  server.deps.config.webhooks = 'off'
  expect((await server.call('listWebhooks', { token: owner.token })).status).toBe(404)
})

test('a removed one gets nothing more, and what was sent is forgotten after a month', async () => {
  const { webhookId } = await make(['request.received'])
  await submitArchive(server, owner)
  await server.call('removeWebhook', { token: owner.token, query: { webhookId } })
  await attempt()
  expect(received).toEqual([])
  const other = await make(['request.received'])
  await ping(other.webhookId)
  server.advance(days(31))
  await purgeExpired(server.deps)
  expect(await server.deps.db.selectFrom('webhookDeliveries').select('id').execute()).toEqual([])
  server.advance(-days(31))
})
