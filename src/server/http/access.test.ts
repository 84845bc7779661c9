import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX, api, type EndpointName } from '#contract/api.ts'
import type { Access } from '#contract/endpoint.ts'
import { makePerson, makeStaff } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let tokens: Record<string, string>

beforeAll(async () => {
  server = await openTestServer()
  const loggedOut = await makePerson(server)
  await server.call('logOut', { body: { refreshToken: loggedOut.refreshToken } })
  const anyone = await makePerson(server)
  const { body } = await server.call('refreshSession', { body: { refreshToken: anyone.refreshToken } })
  tokens = {
    staff: (await makeStaff(server)).token,
    approved: (await makePerson(server)).token,
    pending: (await makePerson(server, { status: 'PENDING' })).token,
    rejected: (await makePerson(server, { status: 'REJECTED' })).token,
    onHold: (await makePerson(server, { status: 'ON_HOLD' })).token,
    loggedOut: loggedOut.token,
    idToken: body.data.idToken,
    refreshToken: body.data.refreshToken,
    garbage: 'not.a.token',
  }
})
afterAll(() => server.close())

/** Who is kept out of each kind of endpoint, and with what status. */
const KEPT_OUT: Record<Access, Record<string, number>> = {
  public: {},
  'signed-in': {},
  customer: { staff: 403, pending: 403, rejected: 403, onHold: 403 },
  admin: { approved: 403, pending: 403, rejected: 403, onHold: 403 },
  'customer-or-admin': { pending: 403, rejected: 403, onHold: 403 },
}
const NO_SESSION = { loggedOut: 401, idToken: 401, refreshToken: 401, garbage: 401 }

async function statusFor(name: EndpointName, token: string | undefined): Promise<{ status: number; message: string }> {
  const { method, path } = api[name]
  const response = await fetch(server.url + API_PREFIX + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  return { status: response.status, message: ((await response.json()) as { message: string }).message }
}

const names = Object.keys(api) as EndpointName[]

test.each(names.filter((name) => api[name].access !== 'public'))('%s answers 401 without a token', async (name) => {
  expect(await statusFor(name, undefined)).toEqual({ status: 401, message: 'No access token found' })
})

test.each(names)('%s keeps out whom its access rule names, and nobody else', async (name) => {
  const { access } = api[name]
  const keptOut = access === 'public' ? {} : { ...NO_SESSION, ...KEPT_OUT[access] }
  const statuses = await Promise.all(
    Object.entries(tokens).map(async ([who, token]) => [who, (await statusFor(name, token)).status] as const),
  )
  const refused = statuses.filter(
    ([who, status]) => who in keptOut || status === 403 || (status === 401 && access !== 'public'),
  )
  expect(Object.fromEntries(refused)).toEqual(keptOut)
})
