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

const PRINTED = 'Skyfurrow1!'
const [STAFF, CUSTOMER, PENDING] = DEMO_ACCOUNTS.map(({ email }) => email) as [string, string, string]

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
  await ensureDemoAccounts(server.deps)
})
afterEach(() => server.close())

const logIn = (email: string) => server.call('logIn', { body: { email, password: PRINTED } })
const open = async () => (await findUsableDemoAccounts(server.deps.db)).map(({ email }) => email)
const inProduction = () => rejectDemoAccounts({ ...server.deps, config: { ...server.deps.config, mode: 'production' } })
const rowOf = (email: string) =>
  server.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const notesOn = async (userId: string) => {
  const notes = server.deps.db.selectFrom('audit').select(['action', 'actorId']).where('subject', '=', `user:${userId}`)
  return notes.where('action', 'like', 'account.demo-%').execute()
}

/** With a session opened by the printed password. */
async function enter(email: string): Promise<Pick<TestUser, 'id' | 'token' | 'refreshToken'>> {
  const { data } = (await logIn(email)).body
  const { id = '' } = (await rowOf(email)) ?? {}
  return { id, token: data.accessToken, refreshToken: data.refreshToken }
}

test('accounts with the printed password prevent a start in production, and no other accounts do', async () => {
  await expect(inProduction()).rejects.toThrow(`development: ${[CUSTOMER, PENDING, STAFF].join(', ')}.\nRemove them:`)
  await expect(rejectDemoAccounts(server.deps)).resolves.toBeUndefined()
  await removeDemoAccounts(server.deps)
  await expect(inProduction()).resolves.toBeUndefined()
})

test('those without a history are deleted, with their sessions and second factors; a repeat changes nothing', async () => {
  const staff = await enter(STAFF)
  await switchOnFactor(server, staff, PRINTED)
  const removed = [CUSTOMER, PENDING, STAFF].map((email) => ({ email, outcome: 'deleted' }))
  expect(await removeDemoAccounts(server.deps)).toEqual(removed)
  expect(await server.deps.db.selectFrom('users').select('id').execute()).toEqual([])
  expect((await logIn(CUSTOMER)).status).toBe(401)
  expect((await server.call('listUsers', { token: staff.token })).status).toBe(401)
  expect(await notesOn(staff.id)).toEqual([{ action: 'account.demo-deleted', actorId: null }])
  expect(await removeDemoAccounts(server.deps)).toEqual([])
})

test('one with a request is closed permanently: no login, no session, no code, no second factor, no upload', async () => {
  const customer = await enter(CUSTOMER)
  const started = await startArchive(server, customer, {
    content: Buffer.alloc(9),
    start: { projectType: 'Soybean_Yield_Trial' },
  })
  expect(started.status).toBe(200)
  await switchOnFactor(server, customer, PRINTED)
  expect(await removeDemoAccounts(server.deps)).toContainEqual({ email: CUSTOMER, outcome: 'closed' })

  expect(await open()).toEqual([])
  expect((await logIn(CUSTOMER)).status).toBe(401)
  expect((await server.call('getProfile', { token: customer.token })).status).toBe(401)
  expect((await server.call('refreshSession', { body: { refreshToken: customer.refreshToken } })).status).toBe(401)
  expect(await rowOf(CUSTOMER)).toMatchObject({ status: 'REJECTED', version: 2 })
  for (const table of ['codes', 'secondFactors', 'recoveryCodes'] as const)
    expect(await server.deps.db.selectFrom(table).select('userId').execute()).toEqual([])
  expect(await server.deps.db.selectFrom('uploads').select('state').execute()).toEqual([{ state: 'ABANDONED' }])
  expect(await notesOn(customer.id)).toEqual([{ action: 'account.demo-closed', actorId: null }])
})

test('staff who have decided on others are closed, so that the log still names them', async () => {
  const [staff, person] = [await enter(STAFF), await createUser(server)]
  const decision = { userId: person.id, status: 3 as const, projectTypes: [] }
  expect((await server.call('verifyUser', { token: staff.token, body: decision })).status).toBe(200)
  expect(await removeDemoAccounts(server.deps)).toContainEqual({ email: STAFF, outcome: 'closed' })
  const { body } = await server.call('listActivity', {
    token: (await createStaff(server)).token,
    query: { subject: `user:${person.id}` },
  })
  expect(body.data[0]?.actor?.email).toBe(STAFF)
})

test('an account with another password is not changed, and prevents no start', async () => {
  const { token } = await enter(CUSTOMER)
  const change = { currentPassword: PRINTED, newPassword: 'Meadow-2027!' }
  expect((await server.call('changePassword', { token, body: change })).status).toBe(200)
  expect((await removeDemoAccounts(server.deps)).map(({ email }) => email)).toEqual([PENDING, STAFF])
  expect(await rowOf(CUSTOMER)).toMatchObject({ status: 'APPROVED' })
  await expect(inProduction()).resolves.toBeUndefined()
})

test('a concurrent request is not lost: its account is closed, or it was never started', async () => {
  const customer = await enter(CUSTOMER)
  const [, started] = await Promise.all([
    removeDemoAccounts(server.deps),
    startArchive(server, customer, { content: Buffer.alloc(9), start: { projectType: 'Soybean_Yield_Trial' } }),
  ])
  expect(await open()).toEqual([])
  const isThere = (await rowOf(CUSTOMER)) !== undefined
  expect(await server.deps.db.selectFrom('uploads').select('id').where('state', '=', 'OPEN').execute()).toEqual([])
  expect(isThere || started.status !== 200).toBe(true)
})
