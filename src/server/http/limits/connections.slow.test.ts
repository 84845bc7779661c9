import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hours, seconds } from '#domain/units.ts'
import { makeContent, PART, urlOfPart } from '#server/testing/processes/demo-customer.ts'
import { readRaw } from '#server/testing/processes/raw-http.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createUser } from '#server/testing/server/users.ts'
import { maxConnections, readOpenFilesMax, type Timeouts } from './connections.ts'

const NEVER = hours(1)
const NO_TIMEOUTS: Timeouts = {
  headersTimeoutMs: NEVER,
  bodyTimeoutMs: NEVER,
  idleTimeoutMs: NEVER,
  keepAliveTimeoutMs: NEVER,
  lingerMs: NEVER,
}
const soon = { timeout: seconds(60), interval: 20 }

let server: TestServer
const serveWith = (timeouts: Partial<Timeouts>) => {
  beforeAll(async () => {
    server = await openTestServer({}, { timeouts: { ...NO_TIMEOUTS, ...timeouts } })
  })
  afterAll(() => server.close())
}

type Sender = { socket: Socket; answer: () => string; closed: Promise<string> }

function open(text = ''): Sender {
  const { hostname, port } = new URL(server.url)
  let answer = ''
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.on('data', (bytes) => (answer += bytes.toString('latin1'))).on('error', () => undefined)
  const closed = new Promise<string>((resolve) => void socket.once('close', () => resolve(answer)))
  if (text) socket.write(text)
  return { socket, answer: () => answer, closed }
}

/** Sends a byte now and then for as long as the server listens. */
async function trickle(head: string): Promise<string> {
  const { socket, closed } = open(head)
  const timer = setInterval(() => socket.write('x'), 20)
  const answer = await closed
  clearInterval(timer)
  return answer
}

const head = (call: string, ...lines: string[]) => [`${call} HTTP/1.1`, 'host: x', ...lines, '', ''].join('\r\n')
const LONG = 'content-length: 9000'
const JSON_TYPE = 'content-type: application/json'

async function startForm(): Promise<Sender> {
  const { token } = await createUser(server, { role: 'ADMIN' })
  const { analysisRequestId: id } = await submitArchive(server, await createUser(server))
  const lines = [
    'content-type: multipart/form-data; boundary=b',
    `authorization: Bearer ${token}`,
    'content-length: 99',
  ]
  return open(`${head(`POST /api/admin-crop/upload-report?analysisRequestId=${id}`, ...lines)}--b\r\n`)
}

describe('the timeout of a body', () => {
  serveWith({ bodyTimeoutMs: 200 })

  test.each([
    ['a call of the API', 'POST /api/auth/login', JSON_TYPE],
    ['a CSP report of a browser', 'POST /csp-reports', 'content-type: application/csp-report'],
    ['a call to an unknown path of the API', 'POST /api/no/such/call', JSON_TYPE],
    ['a call to an unknown path', 'POST /nowhere', JSON_TYPE],
  ])('%s must be complete in time, or it ends with 408', async (_what, call, type) => {
    const { status, headers, body } = readRaw(await trickle(head(call, type, LONG)))
    expect(status).toBe(408)
    expect(headers).toContain('connection: close')
    expect(headers).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(body)).toEqual({ statusCode: 408, message: 'The call took too long to arrive. Try again.' })
  })

  test('a part has only an idle timeout: it is accepted long after other calls have timed out', async () => {
    const customer = await createUser(server)
    const content = makeContent(PART)
    const slots = (await startArchive(server, customer, { content })).body.data
    const part = open(head(`PUT ${urlOfPart(slots, 1).slice(server.url.length)}`, `content-length: ${PART}`))
    for (const byte of content.subarray(0, 3)) {
      part.socket.write(Buffer.of(byte))
      expect(readRaw(await trickle(head('POST /api/auth/login', JSON_TYPE, LONG))).status).toBe(408)
    }
    part.socket.write(content.subarray(3))
    await vi.waitFor(() => expect(readRaw(part.answer()).status).toBe(200), soon)
    part.socket.destroy()
  })

  test('the form of a report has only an idle timeout', async () => {
    const form = await startForm()
    expect(readRaw(await trickle(head('POST /api/auth/login', JSON_TYPE, LONG))).status).toBe(408)
    expect(form.answer()).toBe('')
    expect(form.socket.closed).toBe(false)
    form.socket.destroy()
  })
})

describe('an unread body', () => {
  serveWith({ lingerMs: 100 })

  test.each([
    ['without a login', 401, head('POST /api/admin-crop/complete', JSON_TYPE, LONG)],
    ['to an unknown address', 400, head('POST /api/%zz', JSON_TYPE, LONG)],
    ['of a wrong method', 405, head('DELETE /api/auth/login', JSON_TYPE, LONG)],
    ['of an unknown type', 415, head('POST /api/auth/login', 'content-type: text/plain', LONG)],
    ['without a valid link', 403, head('PUT /storage/x', LONG)],
    ['that is too large', 413, head('POST /api/auth/login', JSON_TYPE, 'content-length: 9000000')],
    ['where none is expected', 200, `${head('GET /healthz', 'transfer-encoding: chunked')}fffff\r\n`],
    ['with an unknown expectation', 401, head('POST /api/admin-crop/complete', JSON_TYPE, 'expect: wonders', LONG)],
  ])('%s is cut after the response, however long its sender continues', async (_what, status, text) => {
    expect(readRaw(await trickle(text)).status).toBe(status)
  })
})

describe('an idle sender', () => {
  serveWith({ idleTimeoutMs: seconds(3) })

  test('loses its connection while it sends a report form', async () => {
    expect(await (await startForm()).closed).not.toMatch(/^HTTP\/1\.1 2/)
  })
})

describe('an idle reader', () => {
  serveWith({ idleTimeoutMs: seconds(1), keepAliveTimeoutMs: seconds(1) })

  test('loses its connection while a response waits', async () => {
    const before = await server.connections()
    const reader = open()
    reader.socket.pause()
    reader.socket.write(head('GET /api/openapi.json').repeat(500))
    await vi.waitFor(async () => expect(await server.connections()).toBeGreaterThan(before), soon)
    await vi.waitFor(async () => expect(await server.connections()).toBe(0), soon)
    reader.socket.destroy()
  })
})

describe('request headers', () => {
  serveWith({ headersTimeoutMs: 200 })

  test('that never end close the connection, and so does a connection without a byte', async () => {
    const [slow, silent] = [trickle('GET /healthz HTTP/1.1\r\nx-slow: '), open().closed]
    expect(readRaw(await slow).status).toBe(408)
    await silent
  })
})

const limits = (soft: string) =>
  `Limit             Soft Limit  Hard Limit  Units\nMax open files    ${soft}  4096  files\n`

describe('connection limit', () => {
  test.each([
    [300, 16],
    [1024, 312],
    [65_536, 10_000],
    [Number.POSITIVE_INFINITY, 10_000],
  ])('with %d descriptors: %d', (openFiles, max) => {
    expect(maxConnections(openFiles)).toBe(max)
  })

  test('the limit is that of the system, or a default', () => {
    const folder = mkdtempSync(join(tmpdir(), 'limits-'))
    const file = join(folder, 'limits')
    writeFileSync(file, limits('512'))
    expect(readOpenFilesMax(file)).toBe(512)
    writeFileSync(file, limits('unlimited'))
    expect(readOpenFilesMax(file)).toBe(Number.POSITIVE_INFINITY)
    expect(readOpenFilesMax(join(folder, 'none'))).toBe(4096)
    rmSync(folder, { recursive: true })
  })
})
