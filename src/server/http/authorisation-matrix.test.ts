import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX, api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { minutes } from '#domain/units.ts'
import type { UserStatus } from '#domain/users.ts'
import { AUTHORISATION, type Cells, COLUMNS, type Column } from '#server/testing/server/authorisation-table.ts'
import { EXAMPLE_CALLS, type ExampleCall } from '#server/testing/server/example-calls.ts'
import { createFixture, createReportUpload, type Fixture, type Kind, missing } from '#server/testing/server/fixtures.ts'
import { invalidTokens } from '#server/testing/server/invalid-tokens.ts'
import { databaseSnapshot, storageSnapshot } from '#server/testing/server/snapshot.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

type Caller = Exclude<Column, 'anonymous'>
type Whose = 'own' | 'foreign' | 'missing'
type Cell = { who: string; whose: Whose; expected: string; token: string | undefined; caller: TestUser }

const CALLERS = COLUMNS.filter((column): column is Caller => column !== 'anonymous')
const KINDS: Kind[] = ['request', 'reportFile', 'archive', 'reportUpload', 'session', 'user', 'email']
const names = Object.keys(api) as EndpointName[]

let server: TestServer
let helper: TestUser
let neighbour: TestUser
let people: Record<Caller, TestUser>
let anonymous: Record<string, string | undefined>
const fixtures = new Map<string, Fixture>()

beforeAll(async () => {
  server = await openTestServer()
  helper = await createStaff(server)
  neighbour = await createUser(server)
  const pairs = await Promise.all(CALLERS.map(async (caller) => [caller, await createUser(server)] as const))
  people = Object.fromEntries(pairs) as Record<Caller, TestUser>
  for (const person of [neighbour, ...Object.values(people)])
    for (const kind of KINDS)
      fixtures.set(`${person.id} ${kind}`, await createFixture(server, kind, { owner: person, staff: helper }))

  const expired = neighbour.token
  server.advance(minutes(11))
  for (const person of [helper, neighbour, ...Object.values(people)]) await renew(person)
  anonymous = await invalidTokens(server, { valid: neighbour, expired })
  await setUser(people.staff, { role: 'ADMIN' })
  await setUser(people.demoted, { role: 'ADMIN' })
  await setUser(people.staffRejected, { role: 'ADMIN' })
  await setUser(people.staffOnHold, { role: 'ADMIN' })
  for (const starter of [people.staff, people.demoted, people.staffRejected, people.staffOnHold]) {
    const { id } = belongingOf(starter, 'request')
    fixtures.set(`${starter.id} reportUpload`, await createReportUpload(server, { id, starter }))
  }
  await setUser(people.demoted, { role: 'USER' })
  await setUser(people.staffRejected, { status: 'REJECTED' })
  await setUser(people.staffOnHold, { status: 'ON_HOLD' })
  await setUser(people.noFactor, { role: 'ADMIN' })
  await setUser(people.newPassword, { role: 'ADMIN', mustChangePassword: true })
  await setUser(people.pending, { status: 'PENDING' })
  await setUser(people.rejected, { status: 'REJECTED' })
  await setUser(people.onHold, { status: 'ON_HOLD' })
})

afterAll(() => server.close())

async function renew(person: TestUser): Promise<void> {
  const { body } = await server.call('refreshSession', { body: { refreshToken: person.refreshToken } })
  person.token = body.data.accessToken
  person.refreshToken = body.data.refreshToken
}

type Change = { role?: 'ADMIN' | 'USER'; status?: UserStatus; mustChangePassword?: boolean }

const setUser = (person: TestUser, change: Change) =>
  server.deps.db.updateTable('users').set(change).where('id', '=', person.id).execute()

function belongingOf(person: TestUser, kind: Kind): Fixture {
  const thing = fixtures.get(`${person.id} ${kind}`)
  if (!thing) throw new Error(`${person.email} has no ${kind}`)
  return thing
}

/** Every cell of a row of the table. */
function cellsOf(name: EndpointName): Cell[] {
  const row: readonly Cells[] = AUTHORISATION[name]
  const hasObject = (EXAMPLE_CALLS[name] as ExampleCall).about !== undefined
  const strangers = Object.entries(anonymous).map(([who, token]) => {
    return { who, whose: 'foreign' as const, expected: row[0] ?? '', token, caller: neighbour }
  })
  const known = CALLERS.flatMap((who, index) => {
    const [own = '', foreign = own, none = own] = (row[index + 1] ?? '').split(' ')
    const caller = people[who]
    const cell = { who, token: caller.token, caller }
    if (!hasObject) return [{ ...cell, whose: 'own' as const, expected: own }]
    return [
      { ...cell, whose: 'own' as const, expected: own },
      { ...cell, whose: 'foreign' as const, expected: foreign },
      { ...cell, whose: 'missing' as const, expected: none },
    ]
  })
  return [...strangers, ...known]
}

/** The subject of the call: a new one where the call may consume it, an existing one where nothing may change. */
async function objectOf(kind: Kind | undefined, { caller, whose, expected }: Cell): Promise<Fixture> {
  if (kind === undefined || whose === 'missing') return missing()
  const owner = whose === 'own' ? caller : neighbour
  if (expected !== '200' || kind === 'request') return belongingOf(owner, kind)
  if (kind === 'user') return createFixture(server, kind, { owner: await createUser(server), staff: helper })
  if (kind === 'reportUpload') {
    const { id } = belongingOf(owner, 'request')
    return createReportUpload(server, { id, starter: whose === 'own' ? caller : helper })
  }
  // Staff own this from the time when they were customers.
  if (owner === people.staff && kind !== 'session') return belongingOf(owner, kind)
  return createFixture(server, kind, { owner, staff: helper })
}

async function answerTo(name: EndpointName, cell: Cell) {
  const { about, send }: ExampleCall = EXAMPLE_CALLS[name]
  const { method, path, encoding }: Endpoint = api[name]
  const { query, body, form } = send(await objectOf(about, cell), cell.caller)
  const url = new URL(API_PREFIX + path, server.url)
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value)
  const filled = new FormData()
  for (const [key, value] of Object.entries(form ?? {})) filled.set(key, value)
  await server.deps.db.deleteFrom('rateLimitHits').execute()
  await server.deps.db.deleteFrom('secondFactors').execute()
  server.deps.config.staffSecondFactor = cell.who === 'noFactor' ? 'required' : 'optional'
  const response = await fetch(url, {
    method,
    headers: {
      ...(cell.token === undefined ? {} : { authorization: `Bearer ${cell.token}` }),
      ...(encoding === 'json' ? { 'content-type': 'application/json' } : {}),
    },
    ...(encoding === 'json' ? { body: JSON.stringify(body) } : {}),
    ...(encoding === 'form' ? { body: filled } : {}),
  })
  const isFile = response.headers.get('content-type')?.startsWith('text/csv')
  const { message } = isFile ? { message: '' } : ((await response.json()) as { message: string })
  return { ...cell, answer: { status: String(response.status), message } }
}

async function answersTo(name: EndpointName, cells: Cell[]) {
  const answers = []
  for (const cell of cells) answers.push(await answerTo(name, cell))
  return answers
}

type Answered = Cell & { answer: { status: string; message: string } }

const answered = (list: readonly Answered[]) =>
  list.map(({ who, whose, answer }) => `${who}, ${whose}: ${answer.status}`)
const asReviewed = (list: readonly Answered[]) =>
  list.map(({ who, whose, expected }) => `${who}, ${whose}: ${expected}`)

test.each(names.filter((name) => api[name].access === 'public'))(
  '%s answers alike, whatever token is sent',
  async (name) => {
    const answers = await answersTo(name, cellsOf(name))
    expect(answered(answers)).toEqual(asReviewed(answers))
  },
)

test.each(names.filter((name) => api[name].access !== 'public'))(
  '%s answers every caller as the table says, and rejected calls change nothing',
  async (name) => {
    const cells = cellsOf(name)
    await server.deps.db.deleteFrom('secondFactors').execute()
    const [before, filesBefore] = [await databaseSnapshot(server), await storageSnapshot(server)]
    const refused = await answersTo(
      name,
      cells.filter(({ expected }) => expected !== '200'),
    )
    expect(await databaseSnapshot(server)).toEqual(before)
    expect([...(await storageSnapshot(server))].filter((file) => !filesBefore.has(file))).toEqual([])
    const allowed = await answersTo(
      name,
      cells.filter(({ expected }) => expected === '200'),
    )
    const answers = [...refused, ...allowed]
    expect(answered(answers)).toEqual(asReviewed(answers))
    expectSameWords(answers)
  },
)

/** An invalid token gets no reason, and the objects of others look as if they did not exist. */
function expectSameWords(
  answers: readonly { who: string; whose: Whose; answer: { status: string; message: string } }[],
) {
  const said = (status: string, who: (name: string) => boolean) =>
    new Set(answers.filter((one) => one.answer.status === status && who(one.who)).map(({ answer }) => answer.message))
  expect([...said('401', (who) => who === 'anonymous')]).toEqual(['No access token found'])
  expect([...said('401', (who) => who !== 'anonymous')]).toEqual(['Your session has ended. Please log in again.'])
  for (const caller of CALLERS) expect(said('404', (who) => who === caller).size).toBeLessThanOrEqual(1)
}
