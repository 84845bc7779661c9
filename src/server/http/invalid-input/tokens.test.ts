import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let person: TestUser
let claims: Record<string, unknown>
beforeAll(async () => {
  server = await openTestServer()
  person = await createUser(server)
  claims = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString()) as typeof claims
})
afterAll(() => server.close())

const ENDED = 'Your session has ended. Please log in again.'
const NONE = 'No access token found'

/** The claims of a valid token with another header. */
const signed = (header: object, key = server.deps.keys.tokenSigning) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: '1', typ: 'at+jwt', ...header }).sign(key)

describe('a token of our own key', () => {
  test('is valid when unchanged', async () => {
    expect((await ask(server, 'getProfile', { token: await signed({}) })).status).toBe(200)
  })

  test.each([
    { kid: '2' },
    { kid: '../../../../dev/null' },
    { kid: "1' union select 'x" },
    { kid: '' },
    { kid: undefined },
    { typ: 'JWT' },
    { typ: undefined },
  ])('is rejected with the header %j', async (header) => {
    expect(await ask(server, 'getProfile', { token: await signed(header) })).toMatchObject({
      status: 401,
      message: ENDED,
    })
  })
})

describe('a token that includes its own key', () => {
  let keyServer: Server
  let fetched = 0
  beforeAll(async () => {
    keyServer = createServer((_request, response) => {
      fetched += 1
      response.end('{"keys":[]}')
    })
    await new Promise<void>((resolve) => void keyServer.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => keyServer.close())

  test.each(['jwk', 'jku', 'x5u', 'x5c'])('as %s is rejected, and nothing is fetched', async (where) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const url = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`
    const jwk = await exportJWK(publicKey)
    const header = { jwk: { jwk }, jku: { jku: url }, x5u: { x5u: url }, x5c: { x5c: ['MIIB'] } }[where] ?? {}
    const answer = await ask(server, 'getProfile', { token: await signed(header, privateKey) })
    expect(answer).toMatchObject({ status: 401, message: ENDED })
    expect(fetched).toBe(0)
  })
})

test.each([
  ['nothing', {}, NONE],
  ['an empty one', { authorization: 'Bearer ' }, NONE],
  ['the scheme twice', { authorization: 'Bearer Bearer x' }, NONE],
  ['two with a comma', { authorization: 'Bearer a.b.c, Bearer a.b.c' }, NONE],
  ['basic authentication', { authorization: 'Basic YTpi' }, NONE],
  ['a cookie', { cookie: 'accessToken=a.b.c' }, NONE],
  ['text', { authorization: 'Bearer text' }, ENDED],
  ['dots', { authorization: 'Bearer ..' }, ENDED],
  ['ten thousand characters', { authorization: `Bearer ${'a'.repeat(10_000)}` }, ENDED],
])('%s: 401', async (_what, headers, message) => {
  expect(await ask(server, 'getProfile', { headers })).toMatchObject({ status: 401, message })
})

test('a valid token beside another one is rejected', async () => {
  const authorization = `Bearer ${person.token}, Bearer ${person.token}`
  expect(await ask(server, 'getProfile', { headers: { authorization } })).toMatchObject({ status: 401, message: NONE })
})
