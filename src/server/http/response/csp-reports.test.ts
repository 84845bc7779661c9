import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimitOf } from '#domain/rate-limits.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { buildApp } from '../app.ts'

let server: TestServer
let app: Awaited<ReturnType<typeof buildApp>>
let logged: Record<string, unknown>[] = []

beforeAll(async () => {
  server = await openTestServer({ LIMIT_FACTOR: '1' })
  const lines = new Writable({
    write: (line, _encoding, done) => {
      logged.push(JSON.parse(String(line)) as Record<string, unknown>)
      done()
    },
  })
  const deps = { ...server.deps, log: pino({ level: 'warn' }, lines) }
  app = await buildApp(deps, { webFolder: 'no-web', version: 'test', isStopping: () => false })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const report = (type: string, payload: unknown, remoteAddress = '198.51.100.7') =>
  app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': type },
    payload: JSON.stringify(payload),
    remoteAddress,
  })

const REPORT_URI = {
  'csp-report': {
    'document-uri': 'https://skyfurrow.example/forgot-password?email=ann@example.org',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?token=1',
    'original-policy': "default-src 'none'",
  },
}
const REPORTING_API = [
  {
    type: 'csp-violation',
    age: 2,
    body: { documentURL: 'https://skyfurrow.example/', effectiveDirective: 'style-src-elem', blockedURL: 'inline' },
  },
  { type: 'deprecation', body: { id: 'x' } },
]

test.each([
  [
    'application/csp-report',
    REPORT_URI,
    'script-src-elem',
    'https://skyfurrow.example/forgot-password',
    'https://evil.example/x.js',
  ],
  ['application/reports+json', REPORTING_API, 'style-src-elem', 'https://skyfurrow.example/', 'inline'],
])('a violation reported as %s is logged, without queries', async (type, payload, ...[directive, page, blocked]) => {
  logged = []
  expect((await report(type, payload)).statusCode).toBe(204)
  expect(logged).toMatchObject([{ msg: 'CSP violation', directive, page, blocked }])
  expect(JSON.stringify(logged)).not.toMatch(/ann@|token/)
})

test.each([
  ['application/csp-report', {}],
  ['application/csp-report', 'x'],
  ['application/reports+json', Array(21).fill(REPORTING_API[0])],
  ['application/reports+json', [{ type: 'csp-violation', body: { documentURL: 'x'.repeat(2_001) } }]],
])('anything else is rejected and not logged (%s)', async (type, payload) => {
  logged = []
  expect((await report(type, payload)).statusCode).toBe(400)
  expect(logged).toEqual([])
})

test('other types, other methods and long bodies are rejected', async () => {
  expect((await report('application/json', REPORT_URI)).statusCode).toBe(415)
  expect((await report('application/csp-report', { x: 'x'.repeat(65_536) })).statusCode).toBe(413)
  expect((await app.inject({ method: 'GET', url: '/csp-reports' })).statusCode).toBe(404)
})

test('an address that reports endlessly is rate limited', async () => {
  const { max } = rateLimitOf('violation').address
  const answers = []
  for (let at = 0; at <= 2 * max; at += 1)
    answers.push((await report('application/csp-report', REPORT_URI, '198.51.100.8')).statusCode)
  expect(answers.slice(0, max)).toEqual(Array(max).fill(204))
  expect(answers).toContain(429)
  expect((await report('application/csp-report', REPORT_URI, '198.51.100.9')).statusCode).toBe(204)
})

test('every page names the address for reports', async () => {
  const { headers } = await app.inject({ method: 'GET', url: '/healthz' })
  expect(headers['content-security-policy']).toContain('report-uri /csp-reports; report-to csp')
  expect(headers['reporting-endpoints']).toBe(`csp="${server.url}/csp-reports"`)
})
