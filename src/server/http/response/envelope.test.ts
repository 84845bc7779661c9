import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: string
let customer: string
beforeAll(async () => {
  server = await openTestServer()
  staff = (await createStaff(server)).token
  customer = (await createUser(server)).token
})
afterAll(() => server.close())

type Options = {
  method?: string
  token?: string
  type?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

async function ask(path: string, { method = 'GET', token, type, body, headers = {} }: Options = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(type ? { 'content-type': type } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text ? JSON.parse(text) : undefined,
  }
}
const post = (path: string, body: string | Buffer, type = 'application/json') =>
  ask(path, { method: 'POST', type, body })

describe('addresses and methods', () => {
  test.each([
    '/api/nothing',
    '/api',
    '/api/',
    '/api//auth/login',
    '/API/auth/login',
    '/api/auth/login/',
    '/api/auth/%00',
    '/api/auth/login%2f',
  ])('%s returns 404 in the envelope, never a page', async (path) => {
    for (const headers of [{}, { accept: 'text/html' }]) {
      const { status, json, headers: returned } = await ask(path, { headers })
      expect(status).toBe(404)
      expect(json).toEqual({ statusCode: 404, message: 'There is nothing at this address' })
      expect(returned.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
  })

  test.each(['/api/%zz', '/api/%E0%A4%A', '/%'])('%s, which is an invalid address, is rejected', async (path) => {
    const { status, json, headers } = await ask(path)
    expect([400, 404]).toContain(status)
    expect(json).toMatchObject({ statusCode: status, message: expect.any(String) })
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  })

  test.each([
    ['GET', '/api/auth/login', 'POST'],
    ['PUT', '/api/auth/login', 'POST'],
    ['DELETE', '/api/admin/getAllUsers', 'GET'],
    ['POST', '/api/crop-images/get', 'GET'],
    ['HEAD', '/api/crop-images/get', 'GET'],
    ['OPTIONS', '/api/auth/login', 'POST'],
    ['PATCH', '/api/crop-images/upload', 'GET, DELETE'],
  ])('%s %s answers 405 and names the allowed methods', async (method, path, allow) => {
    const { status, headers } = await ask(path, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
  })

  test.each(['TRACE', 'PROPFIND'])('%s is rejected', async (method) => {
    const status = await new Promise((resolve, reject) => {
      const call = rawRequest(`${server.url}/api/auth/login`, { method }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      call.on('error', reject).end()
    })
    expect([400, 404, 405]).toContain(status)
  })
})

describe('bodies', () => {
  const COMPLETE = '/api/crop-images/complete?uploadId=u&analysisRequestId=a'
  const JSON_EXPECTED = 'The body must be JSON (content-type: application/json)'
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'no type',
  ])('of the type %s: 415', async (type) => {
    const { status, json } = await post('/api/auth/login', '{"email":"a@b.example","password":"12345678"}', type)
    expect({ status, json }).toEqual({ status: 415, json: { statusCode: 415, message: JSON_EXPECTED } })
  })

  test.each(['{', '{"email":', 'email=ann', '{"a":1}}', "{'a':1}", '\u0000', '[1,]'])(
    '%j is not valid JSON',
    async (body) => {
      const { status, json } = await post('/api/auth/login', body)
      expect({ status, json }).toEqual({ status: 400, json: { statusCode: 400, message: 'Body is not valid JSON' } })
    },
  )

  test.each([
    ['{"__proto__":{"role":"ADMIN"}}'],
    ['{"email":"a@b.example","password":"12345678","__proto__":{}}'],
    ['{"constructor":{"prototype":{"role":"ADMIN"}}}'],
    ['null'],
    ['[]'],
    ['"x"'],
    ['1'],
    ['true'],
    ['{}'],
    [''],
    ['{"email":{"$ne":""},"password":"12345678"}'],
    ['{"email":["a@b.example"],"password":"12345678"}'],
    ['{"email":"a@b.example\\u0000","password":"12345678"}'],
    ['{"email":"a@b.example","password":"1234\\u00005678"}'],
    ['{"email":"a@b.example","password":true}'],
    [`{"x":${'['.repeat(8_000)}${']'.repeat(8_000)}}`],
    [`{"email":"a@b.example","password":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`],
  ])('%#: 400, and no error is thrown', async (body) => {
    const { status, json } = await post('/api/auth/login', body)
    expect(status).toBe(400)
    expect(json).toMatchObject({ statusCode: 400, message: expect.any(String) })
    expect({}).not.toHaveProperty('role')
  })

  test.each([
    '['.repeat(400_000) + ']'.repeat(400_000),
    `[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`,
    `[${'0,'.repeat(500_000)}0]`,
  ])('%#: a large body with too many values is not parsed: 400', async (body) => {
    const { status, json } = await ask(COMPLETE, { method: 'POST', type: 'application/json', token: customer, body })
    const message = 'The body has too many values'
    expect({ status, json }).toEqual({ status: 400, json: { statusCode: 400, message } })
  })

  test('of very many errors the first fifty are returned', async () => {
    const body = JSON.stringify(Array.from({ length: 10_000 }, () => ({ partNumber: '', etag: 1 })))
    const { status, json } = await ask(COMPLETE, { method: 'POST', type: 'application/json', token: customer, body })
    expect([status, json.errors.length]).toEqual([400, 50])
  })

  test('a duplicate key in an object: 400, however it is written', async () => {
    for (const body of [
      '{"email":"a@b.example","email":"c@d.example","password":"12345678"}',
      '{"email":"a@b.example","password":"12345678","pass\\u0077ord":"87654321"}',
    ]) {
      const { status, json } = await post('/api/auth/login', body)
      expect({ status, json }).toEqual({
        status: 400,
        json: { statusCode: 400, message: 'An object must not repeat a key' },
      })
    }
  })

  test('no body at all: 400', async () => {
    expect((await ask('/api/auth/login', { method: 'POST' })).status).toBe(400)
  })

  test('an error in the body is returned under its field, with a clear message', async () => {
    const { json } = await post('/api/auth/login', '{"email":7}')
    expect(json).toEqual({
      statusCode: 400,
      message: 'Email must be text',
      errors: [
        { field: 'email', message: 'Email must be text' },
        { field: 'password', message: 'Password is required' },
      ],
    })
  })

  test('16 KiB are accepted, one byte more is not', async () => {
    const body = '{"email":"a@b.example","password":"12345678"}'.padEnd(16 * 1024, ' ')
    expect((await post('/api/auth/login', body)).status).toBe(401)
    const { status, json } = await post('/api/auth/login', `${body} `)
    expect({ status, json }).toEqual({ status: 413, json: { statusCode: 413, message: 'The body is too large' } })
  })

  test('a byte order mark and unknown fields are ignored', async () => {
    const body = '\ufeff{"email":"a@b.example","password":"12345678","extra":1}'
    expect((await post('/api/auth/login', body)).status).toBe(401)
  })

  test('a call without a body accepts an empty one of any type', async () => {
    const path = '/api/auth/forgot-password?email=nobody%40example.org'
    expect((await ask(path, { method: 'POST' })).status).toBe(200)
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
      expect((await post(path, '', type)).status).toBe(200)
  })

  test.each([
    ['gzip', Buffer.from('1f8b0800', 'hex')],
    ['br', Buffer.from('{}')],
  ])('an encoding (%s) is not decompressed', async (encoding, body) => {
    const { status } = await ask('/api/auth/login', {
      method: 'POST',
      type: 'application/json',
      headers: { 'content-encoding': encoding },
      body,
    })
    expect([400, 415]).toContain(status)
  })
})

describe('queries', () => {
  test.each([
    '/api/auth/forgot-password?email=a@b.example&email=c@d.example',
    '/api/auth/forgot-password?email=a%00@b.example',
    '/api/auth/forgot-password',
    '/api/auth/forgot-password?email[]=a@b.example',
    '/api/auth/forgot-password?__proto__=x',
    '/api/auth/forgot-password?email=%zz',
  ])('%s: 400', async (path) => {
    const { status, json } = await ask(path, { method: 'POST' })
    expect(status).toBe(400)
    expect(json.message).not.toMatch(/undefined|invalid input/i)
  })

  test.each(['from=1&from=2', 'from=%00', 'pageSize=50&pageSize=50', 'after=%00'])('?%s: 400', async (query) => {
    expect((await ask(`/api/admin/getAllUsers?${query}`, { token: staff })).status).toBe(400)
  })

  test('an unknown parameter is ignored', async () => {
    const { status } = await ask('/api/admin/getAllUsers?sort=password_hash&__proto__=1', { token: staff })
    expect(status).toBe(200)
  })
})

describe('tokens', () => {
  test.each([
    [{ authorization: 'Bearer ' }],
    [{ authorization: 'Bearer' }],
    [{ authorization: 'Basic YTpi' }],
    [{ authorization: 'Bearer a b' }],
    [{ authorization: 'Bearer <script>' }],
  ])('%j is not a valid token', async (headers) => {
    const { status, json } = await ask('/api/auth/get-profile', { headers })
    expect({ status, json }).toEqual({ status: 401, json: { statusCode: 401, message: 'No access token found' } })
  })

  test('a token in the query is ignored, and one with another algorithm or key is rejected', async () => {
    expect((await ask(`/api/auth/get-profile?token=${customer}&access_token=${customer}`)).status).toBe(401)
    const [, payload = '', signature = ''] = customer.split('.')
    const heads = [
      { alg: 'none', typ: 'at+jwt' },
      { alg: 'HS256', typ: 'at+jwt' },
      { alg: 'EdDSA', typ: 'at+jwt', kid: '../../etc/passwd', jku: 'http://127.0.0.1:1/keys' },
      { alg: 'EdDSA', typ: 'JWT' },
    ]
    for (const head of heads) {
      const start = `${Buffer.from(JSON.stringify(head)).toString('base64url')}.${payload}`
      for (const token of [`${start}.${signature}`, `${start}.`])
        expect((await ask('/api/auth/get-profile', { token })).status).toBe(401)
    }
  })
})

describe('the status code', () => {
  const AS_TEXT = [
    ['/api/auth/confirm-forgot-password', undefined],
    ['/api/crop-images/generate-presigned-url/new', 'customer'],
    ['/api/admin-crop/generate-presigned-url/new', 'staff'],
    ['/api/admin-crop/complete?uploadId=a&analysisRequestId=b', 'staff'],
  ] as const

  test.each(AS_TEXT)('is text in the errors of %s, too', async (path, role) => {
    const token = role === undefined ? {} : { token: role === 'staff' ? staff : customer }
    const call = (options: Options) => ask(path, { method: 'POST', type: 'application/json', ...token, ...options })
    const answers = [
      await call({ body: '{}' }),
      await call({ body: '{' }),
      await call({ body: ' '.repeat(1024 * 1024 + 1) }),
      await call({ body: 'x', type: 'text/plain' }),
      ...(role === undefined ? [] : [await call({ body: '{}', token: 'nonsense' })]),
    ]
    for (const { status, json } of answers) expect(json.statusCode).toBe(String(status))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 413, 415, ...(role === undefined ? [] : [401])])
  })

  test.each(['/api/auth/login', '/api/crop-images/complete?uploadId=a&analysisRequestId=b', '/api/admin/searchUsers'])(
    'is a number in the errors of %s',
    async (path) => {
      const { status, json } = await post(path, '{')
      expect(json.statusCode).toBe(status)
    },
  )
})

describe('headers', () => {
  test('every response of the API has its own request id and is not cached', async () => {
    const answers = [
      await ask('/api/auth/get-profile', { token: customer }),
      await ask('/api/auth/get-profile'),
      await ask('/api/nothing'),
      await post('/api/auth/login', '{'),
      await post('/api/auth/login', ' '.repeat(2_000_000)),
      await ask('/api/openapi.json'),
    ]
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
  })

  test.each(['/api/auth/get-profile', '/api/nothing', '/api/docs', '/healthz', '/nothing'])(
    '%s is answered with the security headers, and not to foreign origins',
    async (path) => {
      const { headers } = await ask(path, { headers: { origin: 'https://evil.example', host: 'evil.example' } })
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )

  test('headers beyond 16 kB are rejected', async () => {
    const { status } = await ask('/api/auth/get-profile', { headers: { 'x-long': 'x'.repeat(20_000) } })
    expect(status).toBe(431)
  })
})
