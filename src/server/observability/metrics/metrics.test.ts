import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { minutes } from '#domain/units.ts'
import { logInAsDemoCustomer, makeContent, PART, refOf } from '#server/testing/processes/demo-customer.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { callApi } from '#server/testing/server/test-server.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

let product: ServerProcess
let port: number
beforeAll(async () => {
  port = await freePort()
  product = await prepareServer({ METRICS_ADDRESS: `127.0.0.1:${port}`, PART_BYTES: String(PART) })
  await product.start()
}, minutes(3))
afterAll(() => product.remove())

const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

const patient = { timeout: 60_000, interval: 100 }

/** The value of a series, 0 if it is missing. */
async function valueOf(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}

test('calls are counted by endpoint name, for any URL', async () => {
  const customer = await logInAsDemoCustomer(product.url)
  expect((await customer.call('listMyAnalyses')).status).toBe(200)
  for (const path of ['/api/zebedee-call', '/zebedee', '/storage/zebedee', '/api/auth/login?email=zebedee'])
    await fetch(product.url + path)
  await vi.waitFor(async () => {
    expect(
      await valueOf('skyfurrow_http_request_duration_seconds_count{endpoint="listMyAnalyses",status="2xx"}'),
    ).toBeGreaterThan(0)
    const text = await scrape()
    const names = [...text.matchAll(/endpoint="([^"]*)"/g)].map(([, name]) => name)
    const groups = ['other calls', 'files in', 'files out', 'health', 'pages', 'csp reports', 'unknown']
    expect(names.filter((name) => ![...Object.keys(api), ...groups].includes(name ?? ''))).toEqual([])
    expect(names).toContain('files out')
    expect(text).not.toContain('zebedee')
  }, patient)
})

test('logins and rejected calls are counted, without personal data', async () => {
  const before = await valueOf('skyfurrow_logins_total{outcome="failed"}')
  const body = { email: 'zebedee@example.org', password: 'Wrong-1-password' }
  // After nine attempts the account is locked for a while.
  for (let tries = 0; tries < 12; tries += 1) await callApi(product.url, 'logIn', { body })
  const failed = (await valueOf('skyfurrow_logins_total{outcome="failed"}')) - before
  const refused = await valueOf('skyfurrow_http_rejected_total{endpoint="logIn",reason="limit"}')
  expect(failed).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
  expect(failed + refused).toBe(12)
  expect(await valueOf('skyfurrow_logins_total{outcome="ok"}')).toBeGreaterThan(0)
  expect(await scrape()).not.toContain('zebedee')
})

test('an upload shows as open, then as parts and bytes, then as completed, and its jobs as done', async () => {
  const customer = await logInAsDemoCustomer(product.url)
  const content = makeContent(2 * PART)
  const slots = await customer.start(content)
  expect(await valueOf('skyfurrow_uploads_open')).toBe(1)
  await customer.complete(slots, await sendParts(slots, content))
  expect(await valueOf('skyfurrow_uploads_open')).toBe(0)
  expect(await valueOf('skyfurrow_parts_received_total')).toBe(2)
  expect(await valueOf('skyfurrow_part_bytes_received_total')).toBe(content.length)
  expect(await valueOf('skyfurrow_uploads_total{outcome="completed"}')).toBe(1)
  expect(await valueOf('skyfurrow_upload_bytes_completed_total')).toBe(content.length)

  const given = await customer.start(content)
  await customer.call('cancelUpload', { query: refOf(given) })
  expect(await valueOf('skyfurrow_uploads_total{outcome="cancelled"}')).toBe(1)
  await vi.waitFor(async () => {
    expect(await valueOf('skyfurrow_job_runs_total{kind="check-file",outcome="done"}')).toBe(1)
    expect(await valueOf('skyfurrow_job_runs_total{kind="delete-upload-data",outcome="done"}')).toBe(1)
  }, patient)
})

test('a sent email is counted', async () => {
  const before = await valueOf('skyfurrow_emails_total{outcome="sent"}')
  const body = { fullName: 'Robin Reed', email: 'robin@example.org', password: 'Furrow-2026!' }
  expect(await callApi(product.url, 'register', { body })).toMatchObject({ status: 200 })
  await vi.waitFor(async () => {
    expect(await valueOf('skyfurrow_emails_total{outcome="sent"}')).toBe(before + 1)
    expect(await valueOf('skyfurrow_emails_pending')).toBe(0)
  }, patient)
})

test('disk, event loop and version are reported', async () => {
  const text = await scrape()
  expect(await valueOf('skyfurrow_data_dir_free_bytes')).toBeGreaterThan(0)
  expect(await valueOf('skyfurrow_scrape_ok{source="database"}')).toBe(1)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(/^skyfurrow_info\{version="\d+\.\d+\.\d+",roles="web,worker"\} 1$/m)
})

test('the public port has no metrics, and the metrics port has nothing else', async () => {
  expect((await fetch(`${product.url}/metrics`)).status).toBe(404)
  for (const path of ['/', '/healthz', '/api/docs', '/api/auth/login'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405)
})

test('F71: clients that request metrics and read nothing do not delay calls', async () => {
  const customer = await logInAsDemoCustomer(product.url)
  const idle = Array.from({ length: 30 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.pause()
    socket.write('GET /metrics HTTP/1.1\r\nhost: metrics\r\n\r\n'.repeat(50))
    return socket
  })
  for (let call = 0; call < 20; call += 1) expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
  for (const socket of idle) socket.destroy()
  await vi.waitFor(async () => expect(await scrape()).toContain('skyfurrow_info'), patient)
})
