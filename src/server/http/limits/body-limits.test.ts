import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import { BODY_BYTES_MAX, type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { JsonSchema } from '#server/testing/fuzz/valid-values.ts'
import { readFailure } from '#server/testing/server/read-failure.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'

let server: TestServer
let tokens: Record<'customer' | 'staff', string>
beforeAll(async () => {
  server = await openTestServer()
  tokens = { customer: (await createUser(server)).token, staff: (await createStaff(server)).token }
})
afterAll(() => server.close())

const withBody = (Object.keys(api) as EndpointName[]).filter((name) => api[name].encoding === 'json')

/** Texts whose rules are not part of the schema. */
const LONGEST: Record<string, string> = {
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
  password: 'aB3!'.padEnd(128, 'ü'),
  newPassword: 'aB3!'.padEnd(128, 'ü'),
  url: `https://example.org/${'a'.repeat(480)}`,
  token: 't'.repeat(4000),
  startDate: '2026-07-01'.padEnd(40, 'ü'),
  imageTimeStamp: '2026-07-01'.padEnd(40, 'ü'),
  observationTimeStamp: '2026-07-01'.padEnd(40, 'ü'),
  // As long as a store may choose them for ten thousand parts.
  etag: `"${'e'.repeat(64)}"`,
}
const SAMPLES = ['09:30', 'f'.repeat(64), 'abcde-abcde', '123456', '2026-07-01', '0001-01-01T00:00:00.000000Z']

function longest(schema: JsonSchema, name = ''): unknown {
  if (schema.anyOf) return longest(schema.anyOf[0] ?? {}, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.toSorted((a, b) => String(b).length - String(a).length)[0]
  if (schema.type === 'integer' || schema.type === 'number') return schema.maximum ?? Number.MAX_SAFE_INTEGER
  if (schema.type === 'boolean') return false
  if (schema.prefixItems) return schema.prefixItems.map((one) => longest(one, name))
  if (schema.type === 'array') {
    const { items, maxItems } = schema
    if (maxItems === undefined) throw new Error(`${name} has no maximum length`)
    return Array.from({ length: maxItems }, () => longest(items || {}, name))
  }
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, of]) => [key, longest(of, key)]))
  return longestText(schema, name)
}

function longestText({ format, pattern, maxLength }: JsonSchema, name: string): string {
  const known = LONGEST[name]
  if (known !== undefined) return known
  if (maxLength !== undefined) return 'ü'.repeat(maxLength)
  const regex = new RegExp(pattern ?? (format === 'date-time' ? '^.*Z$' : '^$'))
  const sample = SAMPLES.find((text) => regex.test(text))
  if (sample === undefined) throw new Error(`${name} has no maximum length`)
  return sample
}

/** As a client writes it whose JSON is ASCII only: six bytes for every other character. */
const inAscii = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

function send(name: EndpointName, body: string, headers: Record<string, string> = {}) {
  const { method, access }: Endpoint = api[name]
  const token = access === 'admin' ? tokens.staff : tokens.customer
  return server.inject({
    method,
    url: pathOf(api[name]),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    payload: body,
  })
}

test.each(withBody)('the largest valid body of %s fits, with every character written as an escape', async (name) => {
  const { body, bodyBytesMax }: Endpoint = api[name]
  const text = inAscii(longest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema))
  expect(body.safeParse(JSON.parse(text)).error?.issues).toBeUndefined()
  expect(text.length).toBeLessThanOrEqual(bodyBytesMax)
  expect((await send(name, text)).statusCode).not.toBe(413)
})

test.each(withBody)('one byte more than %s accepts is 413, and nothing is parsed', async (name) => {
  const { bodyBytesMax, statusCodeAs }: Endpoint = api[name]
  const inside = await send(name, 'x'.repeat(bodyBytesMax))
  expect([inside.statusCode, readFailure(inside.body, 400).message]).toEqual([400, 'Body is not valid JSON'])
  const beyond = await send(name, 'x'.repeat(bodyBytesMax + 1))
  expect([beyond.statusCode, readFailure(beyond.body, 413)]).toEqual([
    413,
    { statusCode: statusCodeAs === 'text' ? '413' : 413, message: 'The body is too large' },
  ])
})

test('no call without a session accepts more than 16 KiB, except a message to the company', () => {
  const large = withBody.filter((name) => api[name].access === 'public' && api[name].bodyBytesMax > BODY_BYTES_MAX)
  expect(large).toEqual(['sendMessage'])
  expect(BODY_BYTES_MAX).toBe(16 * 1024)
})

test.each(['/csp-reports', '/api/nowhere'])('%s accepts no more than that either', async (url) => {
  const type = url === '/csp-reports' ? 'application/csp-report' : 'application/json'
  const post = (bytes: number) =>
    server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: '"'.padEnd(bytes, ' ') })
  expect((await post(BODY_BYTES_MAX)).statusCode).not.toBe(413)
  expect((await post(BODY_BYTES_MAX + 1)).statusCode).toBe(413)
})
