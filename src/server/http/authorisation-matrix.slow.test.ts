import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { type Endpoint, urlOf } from '#contract/endpoint.ts'
import type { AccountRole } from '#domain/memberships.ts'
import { TOKEN_SCOPES, type TokenScope } from '#domain/tokens.ts'
import { minutes } from '#domain/units.ts'
import type { UserStatus } from '#domain/users.ts'
import { assignProjects } from '#server/features/projects/assign-projects.ts'
import { AUTHORISATION, type Cells, COLUMNS, type Column } from '#server/testing/server/authorisation-table.ts'
import { EXAMPLE_CALLS, type ExampleCall } from '#server/testing/server/example-calls.ts'
import {
  createFixture,
  createReportUpload,
  createTrialFixture,
  type Fixture,
  isTrialKind,
  type Kind,
  link,
  missing,
  offer,
  type TrialKind,
} from '#server/testing/server/fixtures.ts'
import { invalidTokens } from '#server/testing/server/invalid-tokens.ts'
import { readFailure } from '#server/testing/server/read-failure.ts'
import { databaseSnapshot, storageSnapshot } from '#server/testing/server/snapshot.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { addMember, createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

type Caller = Exclude<Column, 'anonymous'>
type Target = 'own' | 'foreign' | 'missing'
type Cell = { who: string; target: Target; expected: string; token: string | undefined; caller: TestUser }

const CALLERS = COLUMNS.filter((column): column is Caller => column !== 'anonymous')
/** Trials are made of a map that is there. */
const KINDS: Kind[] = [
  'request',
  'reportFile',
  'map',
  'archive',
  'ownUpload',
  'spareRequest',
  'ownFile',
  'reportUpload',
  'session',
  'user',
  'account',
  'member',
  'invitation',
  'invited',
  'offered',
  'apiToken',
  'webhook',
  'email',
  'notice',
  'run',
  'trial',
  'trialShare',
  'link',
  'trialFlight',
  'trialColumn',
  'trialImage',
  'trialFormula',
  'measurement',
  'measurementWaiting',
]
const names = Object.keys(api) as EndpointName[]

let server: TestServer
let helper: TestUser
let neighbour: TestUser
/** In whose account some of the callers work. */
let host: TestUser
let users: Record<Caller, TestUser>
let anonymous: Record<string, string | undefined>
const fixtures = new Map<string, Fixture>()
const apiTokens = new Map<string, string>()

beforeAll(async () => {
  server = await openTestServer()
  helper = await createStaff(server)
  neighbour = await createUser(server)
  host = await createUser(server)
  const pairs = await Promise.all(CALLERS.map(async (caller) => [caller, await createUser(server)] as const))
  users = Object.fromEntries(pairs) as Record<Caller, TestUser>
  const join = (role: AccountRole) =>
    Promise.all(GUESTS.map((guest) => addMember(server, { accountId: host.id, person: users[guest], role })))
  await join('editor')
  for (const person of [neighbour, host, ...Object.values(users)])
    for (const kind of KINDS) {
      const fixture = isTrialKind(kind)
        ? await createTrialFixture(server, kind, { owner: person, mapId: fixtureOf(person, 'map').id })
        : await createFixture(server, kind, { owner: person, staff: helper })
      fixtures.set(`${person.id} ${kind}`, fixture)
    }

  const kinds = KINDS.filter(isTrialKind)
  for (const who of ['partnerEditor', 'partnerViewer'] as const)
    for (const kind of kinds) await shareTrial(who, await trialOf(kind, fixtureOf(neighbour, kind).id))

  const expired = neighbour.token
  server.advance(minutes(11))
  for (const person of [helper, neighbour, host, ...Object.values(users)]) await renew(person)
  anonymous = await invalidTokens(server, { valid: neighbour, expired })
  await setUser(users.staff, { role: 'ADMIN' })
  await setUser(users.demoted, { role: 'ADMIN' })
  await setUser(users.staffRejected, { role: 'ADMIN' })
  await setUser(users.staffOnHold, { role: 'ADMIN' })
  for (const starter of [users.staff, users.demoted, users.staffRejected, users.staffOnHold]) {
    const { id } = fixtureOf(starter, 'request')
    fixtures.set(`${starter.id} reportUpload`, await createReportUpload(server, { id, starter }))
  }
  await setUser(users.demoted, { role: 'USER' })
  await setUser(users.staffRejected, { status: 'REJECTED' })
  await setUser(users.staffOnHold, { status: 'ON_HOLD' })
  await setUser(users.noFactor, { role: 'ADMIN' })
  await setUser(users.newPassword, { role: 'ADMIN', mustChangePassword: true })
  await setUser(users.pending, { status: 'PENDING' })
  await setUser(users.rejected, { status: 'REJECTED' })
  await setUser(users.onHold, { status: 'ON_HOLD' })
  await addMember(server, { accountId: host.id, person: users.viewer, role: 'viewer' })
  const barley = 'Barley_Trial'
  const projects = { names: ['Soybean_Trial', barley], at: server.deps.now() }
  await assignProjects(server.deps.db, { accountId: users.tokenProject.id, ...projects })
  for (const [who, made] of Object.entries(TOKENS)) {
    const { token } = users[who as keyof typeof TOKENS]
    const body = { name: who, scopes: [...made], ...(who === 'tokenProject' && { projectType: barley }) }
    apiTokens.set(who, (await server.call('makeToken', { token, body })).body.data.token)
  }
})

/** Their calls are made with an API token. */
const TOKENS = {
  tokenRead: ['read'],
  tokenTrials: ['trials:write'],
  tokenUploads: ['uploads:write'],
  tokenBrapi: ['brapi'],
  tokenProject: TOKEN_SCOPES,
} as const satisfies Partial<Record<Caller, readonly TokenScope[]>>

afterAll(() => server.close())

async function renew(person: TestUser): Promise<void> {
  const { body } = await server.call('refreshSession', { body: { refreshToken: person.refreshToken } })
  person.token = body.data.accessToken
  person.refreshToken = body.data.refreshToken
}

type Change = { role?: 'ADMIN' | 'USER'; status?: UserStatus; mustChangePassword?: boolean }

const setUser = (person: TestUser, change: Change) =>
  server.deps.db.updateTable('users').set(change).where('id', '=', person.id).execute()

function fixtureOf(person: TestUser, kind: Kind): Fixture {
  const fixture = fixtures.get(`${person.id} ${kind}`)
  if (!fixture) throw new Error(`${person.email} has no ${kind}`)
  return fixture
}

/** Every cell of a row of the table. */
function cellsOf(name: EndpointName): Cell[] {
  const row: readonly Cells[] = AUTHORISATION[name]
  const hasObject = (EXAMPLE_CALLS[name] as ExampleCall).about !== undefined
  const strangers = Object.entries(anonymous).map(([who, token]) => {
    return { who, target: 'foreign' as const, expected: row[0] ?? '', token, caller: neighbour }
  })
  const known = CALLERS.flatMap((who, index) => {
    const [own = '', foreign = own, none = own] = (row[index + 1] ?? '').split(' ')
    const caller = users[who]
    const cell = { who, token: apiTokens.get(who) ?? caller.token, caller }
    if (!hasObject) return [{ ...cell, target: 'own' as const, expected: own }]
    return [
      { ...cell, target: 'own' as const, expected: own },
      { ...cell, target: 'foreign' as const, expected: foreign },
      { ...cell, target: 'missing' as const, expected: none },
    ]
  })
  return [...strangers, ...known]
}

const GUESTS = ['editor', 'viewer'] as const
/** They have the trials of the neighbour. */
const PARTNERS = { partnerEditor: 'editor', partnerViewer: 'viewer' } as const
const isPartner = (who: string): who is keyof typeof PARTNERS => Object.hasOwn(PARTNERS, who)

const shareTrial = (who: keyof typeof PARTNERS, trialId: string) =>
  offer(server, { trialId, email: `${who}.${trialId}@example.org`, role: PARTNERS[who], accountId: users[who].id })

const PARTS_OF_TRIALS = {
  trialFlight: 'trialFlights',
  trialColumn: 'trialColumns',
  trialImage: 'plotImages',
  trialFormula: 'trialFormulas',
  measurement: 'measurements',
  measurementWaiting: 'measurements',
  trialShare: 'trialShares',
} as const

async function trialOf(kind: TrialKind, id: string): Promise<string> {
  if (kind === 'trial') return id
  const { db } = server.deps
  if (kind === 'link')
    return (await db.selectFrom('links').select('subjectId').where('id', '=', id).executeTakeFirstOrThrow()).subjectId
  return (await db.selectFrom(PARTS_OF_TRIALS[kind]).select('trialId').where('id', '=', id).executeTakeFirstOrThrow())
    .trialId
}

/** Of a visitor whose link shows what a call is about, or a trial. */
async function visitorToken(kind: Kind | undefined): Promise<string> {
  const shown = kind === 'map' || kind === 'reportFile' || (kind && isTrialKind(kind)) ? kind : 'trial'
  const { id } = fixtureOf(host, shown)
  const subject = isTrialKind(shown)
    ? { kind: 'trial' as const, subjectId: await trialOf(shown, id) }
    : { kind: shown === 'map' ? ('map' as const) : ('report' as const), subjectId: id }
  return (await link(server, { accountId: host.id, ...subject })).token
}

/** What is of a person, and not of their account. */
const PERSONAL: readonly Kind[] = [
  'session',
  'user',
  'notice',
  'invited',
  'offered',
  'apiToken',
  'archive',
  'ownUpload',
]

const ownerFor = (caller: TestUser, kind: Kind): TestUser =>
  (GUESTS.some((guest) => users[guest] === caller) || caller === users.visitor) && !PERSONAL.includes(kind)
    ? host
    : caller

/** The subject of the call: a new one where the call may consume it, an existing one where nothing may change. */
async function objectOf(name: EndpointName, { who, caller, target, expected }: Cell): Promise<Fixture> {
  const kind = (EXAMPLE_CALLS[name] as ExampleCall).about
  if (kind === undefined || target === 'missing') return missing()
  const owner = target === 'own' ? ownerFor(caller, kind) : neighbour
  if (!isSuccess(expected) || kind === 'request' || api[name].method === 'GET') return fixtureOf(owner, kind)
  if (kind === 'user') return createFixture(server, kind, { owner: await createUser(server), staff: helper })
  if (kind === 'reportUpload') {
    const { id } = fixtureOf(owner, 'request')
    return createReportUpload(server, { id, starter: target === 'own' ? caller : helper })
  }
  if (isTrialKind(kind)) {
    const made = await createTrialFixture(server, kind, { owner, mapId: fixtureOf(owner, 'map').id })
    if (owner === neighbour && isPartner(who)) await shareTrial(who, await trialOf(kind, made.id))
    return made
  }
  // Staff own this from the time when they were customers.
  if (owner === users.staff && kind !== 'session') return fixtureOf(owner, kind)
  return createFixture(server, kind, { owner, staff: helper })
}

async function responseTo(name: EndpointName, cell: Cell) {
  const { send }: ExampleCall = EXAMPLE_CALLS[name]
  const { method, encoding }: Endpoint = api[name]
  const { query, body, form } = send(await objectOf(name, cell), cell.caller)
  server.deps.config.staffSecondFactor = cell.who === 'noFactor' ? 'required' : 'optional'
  const { headers, payload } = await encoded(encoding, { body, form })
  const about = (EXAMPLE_CALLS[name] as ExampleCall).about
  const token = cell.who === 'visitor' ? await visitorToken(about) : cell.token
  const response = await server.inject({
    method,
    url: urlOf(api[name], query),
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(payload === undefined ? {} : { payload }),
  })
  const isFile = /^(text\/csv|image\/)/.test(String(response.headers['content-type']))
  const message = isFile ? '' : readFailure(response.body, response.statusCode).message
  return { ...cell, answer: { status: String(response.statusCode), message } }
}

async function encoded(
  encoding: Endpoint['encoding'],
  { body, form = {} }: { body: unknown; form: Record<string, string | Blob> | undefined },
): Promise<{ headers: Record<string, string>; payload?: string | Buffer }> {
  if (encoding === 'none') return { headers: {} }
  if (encoding === 'json') return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
  if (encoding === 'image') return { headers: { 'content-type': 'image/*' }, payload: body as Buffer }
  const formData = new FormData()
  for (const [key, value] of Object.entries(form)) formData.set(key, value)
  const request = new Request(server.url, { method: 'POST', body: formData })
  return { headers: Object.fromEntries(request.headers), payload: Buffer.from(await request.arrayBuffer()) }
}

async function responsesTo(name: EndpointName, cells: Cell[]) {
  await server.deps.db.deleteFrom('secondFactors').execute()
  const answers = []
  for (const [index, cell] of cells.entries()) {
    // Calls without a session have limits that few calls reach.
    if (index === 0 || api[name].access === 'public') await server.deps.db.deleteFrom('rateLimitHits').execute()
    answers.push(await responseTo(name, cell))
  }
  return answers
}

const isSuccess = (status: string): boolean => status.startsWith('2')

type Checked = Cell & { answer: { status: string; message: string } }

const actual = (list: readonly Checked[]) =>
  list.map(({ who, target, answer }) => `${who}, ${target}: ${answer.status}`)
const reviewed = (list: readonly Checked[]) => list.map(({ who, target, expected }) => `${who}, ${target}: ${expected}`)

test.each(names.filter((name) => api[name].access === 'public'))(
  '%s answers alike, whatever token is sent',
  async (name) => {
    const answers = await responsesTo(name, cellsOf(name))
    expect(actual(answers)).toEqual(reviewed(answers))
  },
)

const guarded = names.filter((name) => api[name].access !== 'public')

test.each([...Map.groupBy(guarded, (name) => api[name].tag)])(
  'calls of %s are rejected for every caller as the table says, and then change nothing',
  async (_tag, group) => {
    await server.deps.db.deleteFrom('secondFactors').execute()
    const [before, filesBefore] = [await databaseSnapshot(server), await storageSnapshot(server)]
    for (const name of group) {
      const answers = await responsesTo(
        name,
        cellsOf(name).filter(({ expected }) => !isSuccess(expected)),
      )
      expect({ name, answers: actual(answers) }).toEqual({ name, answers: reviewed(answers) })
      expectSameMessages(answers)
    }
    expect(await databaseSnapshot(server)).toEqual(before)
    expect([...(await storageSnapshot(server))].filter((file) => !filesBefore.has(file))).toEqual([])
  },
)

test.each(guarded)('%s succeeds for the callers that the table names', async (name) => {
  const answers = await responsesTo(
    name,
    cellsOf(name).filter(({ expected }) => isSuccess(expected)),
  )
  expect(actual(answers)).toEqual(reviewed(answers))
})

/** An invalid token gets no reason, and the objects of others look as if they did not exist. */
function expectSameMessages(
  answers: readonly { who: string; target: Target; answer: { status: string; message: string } }[],
) {
  const messages = (status: string, who: (name: string) => boolean) =>
    new Set(answers.filter((one) => one.answer.status === status && who(one.who)).map(({ answer }) => answer.message))
  expect([...messages('401', (who) => who === 'anonymous')]).toEqual(['No access token found'])
  expect([...messages('401', (who) => who !== 'anonymous')]).toEqual(['Your session has ended. Please log in again.'])
  for (const caller of CALLERS) expect(messages('404', (who) => who === caller).size).toBeLessThanOrEqual(1)
}
