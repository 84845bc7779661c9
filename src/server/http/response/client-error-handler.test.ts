import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** The whole response, until the server closes the connection. */
function sendBytes(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (bytes) => (answer += bytes.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

const post = (headers: string, body: string) => `POST /api/auth/login HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`
const NEXT = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

test.each([
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${NEXT}`)],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${NEXT}`)],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 3', `{}${NEXT}`)],
  ['a length that is not a number', post('Content-Length: 2, 2', `{}${NEXT}`)],
  ['a negative length', post('Content-Length: -1', NEXT)],
  ['an encoding that does not end with chunks', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${NEXT}`)],
  ['a hidden encoding', post('Transfer-Encoding : chunked', `0\r\n\r\n${NEXT}`)],
  ['a folded header', `GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n`],
  ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: a\n\n'],
  ['a chunk of invalid length', post('Transfer-Encoding: chunked', `zz\r\n\r\n${NEXT}`)],
  ['not HTTP', 'HELLO\r\n\r\n'],
])('%s: rejected once, and the connection is closed', async (_what, text) => {
  const answer = await sendBytes(text)
  expect(answer.split('HTTP/1.1 ').length - 1).toBe(1)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).not.toContain('alive')
})

test('headers beyond 16 kB: 431, in the envelope', async () => {
  const answer = await sendBytes(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  expect(answer).toContain('{"statusCode":431,"message":"The headers are too large"}')
})

test.each([
  ['TRACE', '/api/auth/login', 'POST'],
  ['TRACE', '/api/crop-images/upload', 'GET, DELETE'],
  ['TRACE', '/', 'GET, HEAD'],
  ['TRACE', '/storage/x', 'GET, HEAD, PATCH, PUT'],
  ['PROPFIND', '/storage/x', 'GET, HEAD, PATCH, PUT'],
])('%s %s: 405, and nothing of the request is sent back', async (method, path, allow) => {
  const answer = await sendBytes(`${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Secret: word\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
  expect(answer).toContain(`allow: ${allow}\r\n`)
  expect(answer).not.toContain('word')
})
