import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GiB, MiB } from '#domain/units.ts'
import { readRaw, sendRaw } from '#server/testing/processes/raw-http.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { ask } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const CREDENTIALS = '{"email":"a@b.example","password":"12345678"}'
const logIn = (body: string | undefined, headers: Record<string, string> = {}) =>
  ask(server, 'logIn', { headers, ...(body === undefined ? {} : { body }) })

describe('a body of the wrong type', () => {
  test.each([undefined, '', 'null', '[]', '"x"', '1', 'true'])('%s', async (body) => {
    const message = 'The body must be an object'
    expect(await logIn(body)).toMatchObject({ status: 400, message, errors: [{ field: '', message }] })
  })

  test.each([
    '{"__proto__":{"role":"ADMIN"}}',
    `${CREDENTIALS.slice(0, -1)},"__proto__":null}`,
    `${CREDENTIALS.slice(0, -1)},"constructor":{"prototype":{}}}`,
    `${CREDENTIALS.slice(0, -1)},"x":{"y":[{"__proto__":{}}]}}`,
    '{',
    '{"email":"a@b.example",}',
    `${CREDENTIALS}${CREDENTIALS}`,
    'undefined',
    'NaN',
  ])('%s', async (body) => {
    expect(await logIn(body)).toMatchObject({ status: 400, message: 'Body is not valid JSON' })
  })

  test('bytes that are not UTF-8', async () => {
    const body = Buffer.from(CREDENTIALS.replace('12345678', '1234\u00ff5678'), 'latin1')
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { statusCode: 400, message: 'Body is not valid JSON' },
    ])
  })

  test.each([
    ['\\u0000', 'Text must not contain NUL characters'],
    ['\\ud800', 'This text contains an invalid character'],
    ['\\udc00x', 'This text contains an invalid character'],
  ])('%s in a text is rejected under its field', async (text, message) => {
    const body = `{"email":"a@b.example","password":"1234${text}5678"}`
    expect(await logIn(body)).toMatchObject({ status: 400, message, errors: [{ field: 'password', message }] })
  })
})

describe('the transfer of a body', () => {
  test.each([
    ['application/json; charset=utf-16', 415, 'The body must be JSON in UTF-8'],
    ['application/json;charset="iso-8859-1"', 415, 'The body must be JSON in UTF-8'],
    ['application/json; charset=UTF-8', 401, 'Incorrect email or password'],
    ['application/json;charset="utf-8"', 401, 'Incorrect email or password'],
    ['application/problem+json', 415, 'The body must be JSON (content-type: application/json)'],
    ['text/plain;charset=utf-8', 415, 'The body must be JSON (content-type: application/json)'],
  ])('as %s: %d', async (type, status, message) => {
    expect(await logIn(CREDENTIALS, { 'content-type': type })).toMatchObject({ status, message })
  })

  test.each(['gzip', 'br', 'deflate', 'zstd'])('encoded (%s): 415, and it is not decompressed', async (encoding) => {
    const answer = await logIn(CREDENTIALS, { 'content-encoding': encoding })
    expect(answer).toMatchObject({ status: 415, message: 'The body must not be compressed' })
  })

  test('a small body that would be large is not decompressed', async () => {
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(MiB(8), ' ')),
    })
    expect(response.status).toBe(415)
  })

  test('two GiB, with or without a length: cut at the limit', async () => {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const announced = readRaw(await sendRaw(server.url, [`${head}Content-Length: ${GiB(2)}\r\n\r\n`, ...chunks(64)]))
    let sent = 0
    function* endless() {
      yield `${head}Transfer-Encoding: chunked\r\n\r\n`
      for (; sent < GiB(2); sent += MiB(1)) yield `100000\r\n${' '.repeat(MiB(1))}\r\n`
    }
    const streamed = readRaw(await sendRaw(server.url, endless()))
    for (const { status, body } of [announced, streamed])
      expect([status, JSON.parse(body)]).toEqual([413, { statusCode: 413, message: 'The body is too large' }])
    expect(sent).toBeLessThan(MiB(64))
  })

  test.each([
    ['both a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   '],
    ['an invalid length', 'Content-Length: -1\r\n\r\n'],
    ['another coding', 'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n'],
    ['a header over two lines', 'X-A: b\r\n c\r\nX B: c\r\n\r\n'],
  ])('%s: 400, and the connection is closed', async (_what, rest) => {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const after = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    const answer = await sendRaw(server.url, [head + rest + after])
    expect(readRaw(answer).status).toBe(400)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })
})

function chunks(count: number): string[] {
  return Array.from({ length: count }, () => ' '.repeat(MiB(1)))
}

describe('the address of a call', () => {
  const NOT_FOUND = { statusCode: 404, message: 'There is nothing at this address' }
  test.each([
    '/api/../api/auth/get-profile',
    '/api/%2e%2e/api/auth/get-profile',
    '/api/auth/./get-profile',
    '/API/../api/auth/get-profile',
    '/api/auth//get-profile',
    '/api/auth%2fget-profile',
    '/api/auth/get-profile/',
    '/api\\auth\\get-profile',
    '//api/auth/get-profile',
    '/api/auth/get-profile;x=1',
  ])('%s, exactly: 404, for every caller', async (path) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${staff.token}\r\n\r\n`
    const { status, body } = readRaw(await sendRaw(server.url, [request]))
    expect([status, JSON.parse(body)]).toEqual([404, NOT_FOUND])
  })

  test('URLs in emails use the configured URL, whatever host was called', async () => {
    const person = await createUser(server, { status: 'PENDING' })
    const body = JSON.stringify({ userId: person.id, status: 1, projectTypes: [] })
    const request = [
      'POST /api/admin/verify-user HTTP/1.1',
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      'Forwarded: host=evil.example;proto=https',
      'Content-Type: application/json',
      `Authorization: Bearer ${staff.token}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n')
    expect(readRaw(await sendRaw(server.url, [request])).status).toBe(200)
    const [sentEmail] = await emailsTo(server, person.email)
    expect(sentEmail?.text).toContain(`${server.url}/my-dashboard`)
    expect(JSON.stringify(sentEmail)).not.toContain('evil.example')
  })

  test('callers cannot forge their address', async () => {
    const person = await createUser(server)
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' }
    await ask(server, 'logIn', { body: { email: person.email, password: 'Furrow-2026!' }, headers })
    const { body } = await server.call('listSessions', { token: person.token })
    expect(body.data.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1'])
  })
})

test('a key of a query may be given only once, and prototype keys have no effect', async () => {
  const twice = await ask(server, 'forgotPassword', { query: 'email=a@b.example&email=c@d.example' })
  expect(twice).toMatchObject({ status: 400, message: 'email may be given only once', errors: [{ field: 'email' }] })
  const proto = await ask(server, 'forgotPassword', { query: '__proto__[email]=a@b.example&constructor=x' })
  expect(proto).toMatchObject({ status: 400, message: 'Email is required', errors: [{ field: 'email' }] })
})
