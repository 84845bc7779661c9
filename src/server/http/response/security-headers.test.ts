import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'
import { buildApp } from '../app.ts'

const FILES = {
  'index.html': '<!doctype html>Home',
  '404.html': '<!doctype html>Not found',
  'sitemap.xml': '<urlset/>',
  'robots.txt': 'User-agent: *',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/app-1a2b.js': 'run()',
  'assets/app-1a2b.css': 'a{}',
}

let server: TestServer
let app: FastifyInstance
let origin: string
let customer: TestUser
let links: { download: string; part: string }

/** The product with a web application, on its own port. */
async function serveWithPages({ deps }: TestServer): Promise<FastifyInstance> {
  const webFolder = join(deps.config.dataDir, 'web')
  mkdirSync(join(webFolder, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(webFolder, name), text)
  return buildApp(deps, { webFolder, version: 'test', isStopping: () => false })
}

beforeAll(async () => {
  server = await openTestServer()
  app = await serveWithPages(server)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  customer = await createUser(server)
  await submitArchive(server, customer, { start: { fileName: 'page.html' } })
  const { body } = await server.call('listMyAnalyses', { token: customer.token })
  const open = await startArchive(server, customer, { content: Buffer.from('<script>alert(1)</script>') })
  links = {
    download: pathOf(body.data[0]?.fileUrls[0]),
    part: pathOf(open.body.data.preSignedUrl.preSignedUrls['1']),
  }
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await server.close()
})

const pathOf = (link = '') => link.slice(server.url.length)
const ask = (path: string, init: RequestInit = {}) =>
  fetch(origin + path, {
    redirect: 'manual',
    ...init,
    headers: { origin: 'https://evil.example', accept: 'text/html', ...init.headers },
  })
const signedIn = () => ({ headers: { authorization: `Bearer ${customer.token}` } })

type Expected = { status: number; type: string | null; ask: () => Promise<Response> }
const PAGE = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
type Cases = [what: string, expected: Expected][]

/** A response of every kind. */
const PAGES: Cases = [
  ['a page', { status: 200, type: PAGE, ask: () => ask('/') }],
  ['the not-found page', { status: 404, type: PAGE, ask: () => ask('/nothing') }],
  ['a redirect to a page', { status: 308, type: null, ask: () => ask('/Index.html') }],
  ['the sitemap', { status: 200, type: 'application/xml; charset=utf-8', ask: () => ask('/sitemap.xml') }],
  ['a text file', { status: 200, type: 'text/plain; charset=utf-8', ask: () => ask('/robots.txt') }],
  ['a script', { status: 200, type: 'application/javascript; charset=utf-8', ask: () => ask('/assets/app-1a2b.js') }],
  ['a style sheet', { status: 200, type: 'text/css; charset=utf-8', ask: () => ask('/assets/app-1a2b.css') }],
  ['a picture', { status: 200, type: 'image/svg+xml', ask: () => ask('/favicon.svg') }],
  ['a missing asset', { status: 404, type: JSON_TYPE, ask: () => ask('/assets/gone.js') }],
  ['health', { status: 200, type: JSON_TYPE, ask: () => ask('/healthz') }],
  ['readiness', { status: 200, type: JSON_TYPE, ask: () => ask('/readyz') }],
]
const CALLS: Cases = [
  ['a call', { status: 200, type: JSON_TYPE, ask: () => ask('/api/auth/get-profile', signedIn()) }],
  ['a call without a session', { status: 401, type: JSON_TYPE, ask: () => ask('/api/auth/get-profile') }],
  ['a call of another origin', { status: 403, type: JSON_TYPE, ask: () => ask('/api/admin/getAllUsers', signedIn()) }],
  ['bad input', { status: 400, type: JSON_TYPE, ask: () => ask('/api/auth/login', { method: 'POST' }) }],
  ['an unknown call', { status: 404, type: JSON_TYPE, ask: () => ask('/api/nothing') }],
  ['another method', { status: 405, type: JSON_TYPE, ask: () => ask('/api/auth/login') }],
  ['a preflight', { status: 405, type: JSON_TYPE, ask: () => ask('/api/auth/login', { method: 'OPTIONS' }) }],
  ['a malformed URL', { status: 400, type: JSON_TYPE, ask: () => ask('/api/%zz') }],
  ['the API document', { status: 200, type: JSON_TYPE, ask: () => ask('/api/openapi.json') }],
  ['the API page', { status: 200, type: PAGE, ask: () => ask('/api/docs') }],
  ['its style sheet', { status: 200, type: 'text/css; charset=utf-8', ask: () => ask('/api/docs.css') }],
]
const STORED: Cases = [
  ['a stored file', { status: 200, type: 'application/octet-stream', ask: () => ask(links.download) }],
  [
    'a range of it',
    {
      status: 206,
      type: 'application/octet-stream',
      ask: () => ask(links.download, { headers: { range: 'bytes=0-1' } }),
    },
  ],
  ['an invalid signed URL', { status: 403, type: JSON_TYPE, ask: () => ask('/storage/x?signature=x') }],
  [
    'another method on a signed URL',
    { status: 405, type: JSON_TYPE, ask: () => ask(links.download, { method: 'POST' }) },
  ],
  [
    'a stored part',
    { status: 200, type: null, ask: () => ask(links.part, { method: 'PUT', body: '<script>alert(1)</script>' }) },
  ],
]
const ALL = [...PAGES, ...CALLS, ...STORED]

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
}
const NEVER = /^(server|x-powered-by|set-cookie|strict-transport-security|access-control-.*)$/

const OURS = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types workers',
]

describe('every response is safe to open', () => {
  test.each(ALL)('%s', async (_what, { status, type, ask: send }) => {
    const { headers, status: returned } = await send()
    expect({ status: returned, type: headers.get('content-type') }).toEqual({ status, type })
    expect(Object.fromEntries(headers)).toMatchObject(ALWAYS)
    expect([...headers.keys()].filter((name) => NEVER.test(name))).toEqual([])
  })

  test.each([...PAGES, ...CALLS])('only scripts of our origin, and no framing: %s', async (_what, { ask: send }) => {
    const policy = ((await send()).headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual(expect.arrayContaining(OURS))
  })

  test.each(STORED)('no script at all: %s', async (_what, { ask: send }) => {
    const { headers } = await send()
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test.each(CALLS)('not cached: %s', async (_what, { ask: send }) => {
    expect((await send()).headers.get('cache-control')).toBe('no-store')
  })
})

test.each(['page.html', 'picture.svg', 'a.xml', 'a.js', 'a.pdf'])('%s never runs as a page', async (fileName) => {
  const person = await createUser(server)
  await submitArchive(server, person, { content: Buffer.from('<script>alert(1)</script>'), start: { fileName } })
  const { body } = await server.call('listMyAnalyses', { token: person.token })
  const { headers } = await ask(pathOf(body.data[0]?.fileUrls[0]))
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
})

describe('strict transport security', () => {
  let other: TestServer
  let pages: FastifyInstance
  beforeAll(async () => {
    other = await openTestServer({ PUBLIC_URL: 'https://skyfurrow.example' })
    pages = await serveWithPages(other)
  })
  afterAll(async () => {
    await pages.close()
    await other.close()
  })

  test.each(['/', '/assets/app-1a2b.js', '/api/nothing', '/healthz', '/storage/x', '/nothing'])(
    'on https %s sets HSTS for a year',
    async (path) => {
      const { headers } = await pages.inject({ url: path, headers: { host: 'skyfurrow.example', accept: 'text/html' } })
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    },
  )
})

const policyOf = async ({ url }: TestServer) =>
  (await fetch(new URL('/healthz', url))).headers.get('content-security-policy')?.split('; ') ?? []

test('a base map may be shown, and nothing else from its host', async () => {
  const withTiles = await openTestServer({ BASEMAP_URL: 'https://tiles.example.org/{z}/{x}/{y}.png' })
  const [plain, tiled] = [await policyOf(server), await policyOf(withTiles)]
  expect(plain).toContain("img-src 'self' data: blob:")
  expect(tiled.filter((directive) => !plain.includes(directive))).toEqual([
    "img-src 'self' data: blob: https://tiles.example.org",
  ])
  await withTiles.close()
})
