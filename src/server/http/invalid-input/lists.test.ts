import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { ask, refusal } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  // Without a word that starts like one of the searches below.
  staff = await createStaff(server, { email: 'sam@field.test' })
  customer = await createUser(server, { email: 'carla@field.test' })
})
afterAll(() => server.close())

const LISTS: EndpointName[] = [
  'listUsers',
  'listAllAnalyses',
  'listMyAnalyses',
  'listActivity',
  'listUndeliveredEmails',
  'listNotices',
]
const tokenFor = (name: EndpointName) => (name === 'listMyAnalyses' ? customer : staff).token
const whole = (name: string) => `${name} must be a whole number`

describe.each(LISTS)('%s', (name) => {
  test.each([
    ['from=-1', 'from', whole('from')],
    ['from=1.5', 'from', whole('from')],
    ['from=NaN', 'from', whole('from')],
    ['from=', 'from', whole('from')],
    ['from=1e9', 'from', whole('from')],
    ['from=0x10', 'from', whole('from')],
    ['from=%EF%BC%91', 'from', whole('from')],
    ['from=9223372036854775808', 'from', whole('from')],
    ['from=999999999', 'from', 'from must be at most 10000000'],
    ['from=1&from=2', 'from', 'from may be given only once'],
    ['colour=1&colour=2', 'colour', 'colour may be given only once'],
    ['pageSize=0', 'pageSize', 'pageSize must be at least 1'],
    ['pageSize=101', 'pageSize', 'pageSize must be at most 100'],
    ['pageSize=10000', 'pageSize', 'pageSize must be at most 100'],
    ['pageSize=-1', 'pageSize', whole('pageSize')],
    ['pageSize=x', 'pageSize', whole('pageSize')],
    ['pageSize=50&pageSize=50', 'pageSize', 'pageSize may be given only once'],
    ['after=%00', 'after', 'Text must not contain NUL characters'],
    ['after=nonsense', 'after', 'This is not a cursor of this list'],
  ])('?%s', async (query, field, message) => {
    const { status, errors } = await ask(server, name, { token: tokenFor(name), query })
    expect({ status, errors }).toEqual({ status: 400, errors: [{ field, message }] })
  })

  test.each([
    '',
    'sort=password_hash',
    'orderBy=1;drop table users',
    'limit=1&offset=-1',
    'role=ADMIN',
    'from=10000000',
  ])('?%s is answered, whatever other parameters it has', async (query) => {
    expect((await ask(server, name, { token: tokenFor(name), query })).status).toBe(200)
  })
})

const search = (searchReq: unknown) => ask(server, 'searchUsers', { token: staff.token, body: { searchReq } })

describe('search', () => {
  test.each([
    [null, 'searchReq', 'Search is required'],
    [undefined, 'searchReq', 'Search is required'],
    [{ status: 'NaN' }, 'searchReq.status', 'Unknown status'],
    [{ status: '1' }, 'searchReq.status', 'Unknown status'],
    [{ status: 4 }, 'searchReq.status', 'Unknown status'],
    [{ status: -1 }, 'searchReq.status', 'Unknown status'],
    [{ status: 1.5 }, 'searchReq.status', 'Unknown status'],
    [{ status: [1] }, 'searchReq.status', 'Unknown status'],
    [{ email: 'x'.repeat(10_000) }, 'searchReq.email', 'Search for at most 254 characters'],
    [{ fullName: 'x'.repeat(10_000) }, 'searchReq.fullName', 'Search for at most 200 characters'],
    [{ fullName: 'a\0b' }, 'searchReq.fullName', 'Text must not contain NUL characters'],
    [{ fullName: 'a\ud800' }, 'searchReq.fullName', 'This text contains an invalid character'],
    [
      { fromDate: '2026-02-02T00:00:00Z', toDate: '2026-02-01T00:00:00Z' },
      'searchReq.fromDate',
      'The start must not be later than the end',
    ],
  ])('%#', async (searchReq, field, message) => {
    expect(await search(searchReq)).toMatchObject(refusal(field, message))
  })

  test('a status of 1.0 is 1', async () => {
    const answer = await ask(server, 'searchUsers', { token: staff.token, body: '{"searchReq":{"status":1.0}}' })
    expect(answer.status).toBe(200)
  })

  test.each(['(a+)+$', `${'a'.repeat(199)}!`, '['.repeat(100), '.*'.repeat(100), '%_\\', "' or ''='", '$1', 'a & !b'])(
    '%s is text, and is searched for literally',
    async (text) => {
      const { status, ...answer } = await search({ fullName: text, email: text })
      expect([status, answer]).toMatchObject([200, { data: [], total: 0 }])
      const requests = await ask(server, 'listAllAnalyses', { token: staff.token, query: { search: text } })
      expect([requests.status, requests]).toMatchObject([200, { data: [], total: 0 }])
    },
  )
})

const pageOf = async (after?: string) =>
  (
    await server.call('searchUsers', {
      token: staff.token,
      body: { searchReq: { fullName: 'Between Pages', pageSize: 2, ...(after ? { after } : {}) } },
    })
  ).body

test('only a user deleted between two pages is missing from the next', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createUser(server, { fullName: 'Between Pages' })))
  const first = await pageOf()
  const seen = first.data.map(({ cognitoUserId }) => cognitoUserId)
  const [gone, ...rest] = people.map(({ id }) => id).filter((id) => !seen.includes(id))
  // The last one shown, and one on a later page.
  for (const id of [seen[1] ?? '', gone ?? '']) {
    await server.deps.db.deleteFrom('sessions').where('userId', '=', id).execute()
    await server.deps.db.deleteFrom('users').where('id', '=', id).execute()
  }
  const second = await pageOf(first.next ?? '')
  expect(second.data.map(({ cognitoUserId }) => cognitoUserId).sort()).toEqual(rest.sort())
})
