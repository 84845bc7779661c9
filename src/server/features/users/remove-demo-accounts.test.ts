import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  DEMO_ACCOUNTS,
  ensureDemoAccounts,
  findUsableDemoAccounts,
  rejectDemoAccounts,
} from '#server/features/accounts/demo/demo-accounts.ts'
import { switchOnFactor } from '#server/testing/server/second-factor.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { removeDemoAccounts } from './remove-demo-accounts.ts'

const PUBLISHED_PASSWORD = 'Skyfurrow1!'
const [STAFF, CUSTOMER, PENDING] = DEMO_ACCOUNTS.map(({ email }) => email) as [string, string, string]

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
  await ensureDemoAccounts(server.deps, async () => undefined)
})
afterEach(() => server.close())

const logIn = (email: string) => server.call('logIn', { body: { email, password: PUBLISHED_PASSWORD } })
const usable = async () => (await findUsableDemoAccounts(server.deps.db)).map(({ email }) => email)
const inProduction = () => rejectDemoAccounts({ ...server.deps, config: { ...server.deps.config, mode: 'production' } })
const rowOf = (email: string) =>
  server.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const auditOf = async (userId: string) => {
  const entries = server.deps.db
    .selectFrom('audit')
    .select(['action', 'actorId'])
    .where('subject', '=', `user:${userId}`)
  return entries.where('action', 'like', 'account.demo-%').execute()
}

/** Logs in with the published password. */
async function logInAs(email: string): Promise<Pick<TestUser, 'id' | 'token' | 'refreshToken'>> {
  const { data } = (await logIn(email)).body
  const { id = '' } = (await rowOf(email)) ?? {}
  return { id, token: data.accessToken, refreshToken: data.refreshToken }
}

test('only accounts with the published password prevent a start in production', async () => {
  await expect(inProduction()).rejects.toThrow(`development: ${[CUSTOMER, PENDING, STAFF].join(', ')}.\nRemove them:`)
  await expect(rejectDemoAccounts(server.deps)).resolves.toBeUndefined()
  await removeDemoAccounts(server.deps)
  await expect(inProduction()).resolves.toBeUndefined()
})

test('accounts without a history are deleted with their sessions and second factors; a second run does nothing', async () => {
  const staff = await logInAs(STAFF)
  await switchOnFactor(server, staff, PUBLISHED_PASSWORD)
  const removed = [CUSTOMER, PENDING, STAFF].map((email) => ({ email, outcome: 'deleted' }))
  expect(await removeDemoAccounts(server.deps)).toEqual(removed)
  expect(await server.deps.db.selectFrom('users').select('id').execute()).toEqual([])
  expect((await logIn(CUSTOMER)).status).toBe(401)
  expect((await server.call('listUsers', { token: staff.token })).status).toBe(401)
  expect(await auditOf(staff.id)).toEqual([{ action: 'account.demo-deleted', actorId: null }])
  expect(await removeDemoAccounts(server.deps)).toEqual([])
})

test('an account with a request is closed permanently: no login, session, code, second factor or upload', async () => {
  const customer = await logInAs(CUSTOMER)
  const started = await startArchive(server, customer, {
    content: Buffer.alloc(9),
    start: { projectType: 'Soybean_Yield_Trial' },
  })
  expect(started.status).toBe(200)
  await switchOnFactor(server, customer, PUBLISHED_PASSWORD)
  expect(await removeDemoAccounts(server.deps)).toContainEqual({ email: CUSTOMER, outcome: 'closed' })

  expect(await usable()).toEqual([])
  expect((await logIn(CUSTOMER)).status).toBe(401)
  expect((await server.call('getProfile', { token: customer.token })).status).toBe(401)
  expect((await server.call('refreshSession', { body: { refreshToken: customer.refreshToken } })).status).toBe(401)
  expect(await rowOf(CUSTOMER)).toMatchObject({ status: 'REJECTED', version: 2 })
  for (const table of ['codes', 'secondFactors', 'recoveryCodes'] as const)
    expect(await server.deps.db.selectFrom(table).select('userId').execute()).toEqual([])
  expect(await server.deps.db.selectFrom('uploads').select('state').execute()).toEqual([{ state: 'ABANDONED' }])
  expect(await auditOf(customer.id)).toEqual([{ action: 'account.demo-closed', actorId: null }])
})

test('staff who have decided on others are closed, so that the audit log can still name them', async () => {
  const [staff, person] = [await logInAs(STAFF), await createUser(server)]
  const decision = { userId: person.id, status: 3 as const, projectTypes: [] }
  expect((await server.call('verifyUser', { token: staff.token, body: decision })).status).toBe(200)
  expect(await removeDemoAccounts(server.deps)).toContainEqual({ email: STAFF, outcome: 'closed' })
  const { body } = await server.call('listActivity', {
    token: (await createStaff(server)).token,
    query: { subject: `user:${person.id}` },
  })
  expect(body.data[0]?.actor?.email).toBe(STAFF)
})

test('an account with another password is kept, and does not prevent a start', async () => {
  const { token } = await logInAs(CUSTOMER)
  const change = { currentPassword: PUBLISHED_PASSWORD, newPassword: 'Meadow-2027!' }
  expect((await server.call('changePassword', { token, body: change })).status).toBe(200)
  expect((await removeDemoAccounts(server.deps)).map(({ email }) => email)).toEqual([PENDING, STAFF])
  expect(await rowOf(CUSTOMER)).toMatchObject({ status: 'APPROVED' })
  await expect(inProduction()).resolves.toBeUndefined()
})

test('a concurrently started request is not lost: either its account is closed, or it was not started', async () => {
  const customer = await logInAs(CUSTOMER)
  const [, started] = await Promise.all([
    removeDemoAccounts(server.deps),
    startArchive(server, customer, { content: Buffer.alloc(9), start: { projectType: 'Soybean_Yield_Trial' } }),
  ])
  expect(await usable()).toEqual([])
  const exists = (await rowOf(CUSTOMER)) !== undefined
  expect(await server.deps.db.selectFrom('uploads').select('id').where('state', '=', 'OPEN').execute()).toEqual([])
  expect(exists || started.status !== 200).toBe(true)
})
