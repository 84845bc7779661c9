import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, PASSWORD } from '#server/testing/server/users.ts'
import { ensureAdmin } from './ensure-admin.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const CHOSEN = 'Paddock-2026!'
const newEmail = () => `${randomUUID()}@example.org`
const named = (email: string) => ({ email, fullName: 'First Staff', password: CHOSEN })
const register = (email: string) =>
  server.call('register', { body: { email, fullName: 'Eve Early', password: PASSWORD } })
const confirm = (email: string, confirmationCode: string) =>
  server.call('confirmUser', { body: { email, fullName: '', confirmationCode } })
const logIn = async (email: string, password: string) =>
  (await server.call('logIn', { body: { email, password } })).status
const userAt = (email: string) =>
  server.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const codesOf = async (userId: string) =>
  server.deps.db.selectFrom('codes').selectAll().where('userId', '=', userId).execute()

describe('the address in ADMIN_EMAIL', () => {
  test('of a confirmed customer is not changed, and this is reported', async () => {
    const { email, fullName } = await createUser(server)
    const before = await userAt(email)
    expect(await ensureAdmin(server.deps, named(` ${email.toUpperCase()}`))).toBe('a customer')
    expect(await userAt(email)).toEqual(before)
    expect(before).toMatchObject({ role: 'USER', fullName })
    expect(await logIn(email, CHOSEN)).toBe(401)
  })

  test('of a member of staff is not changed, whatever their account status', async () => {
    for (const status of ['APPROVED', 'ON_HOLD'] as const) {
      const { email } = await createStaff(server, { status })
      const before = await userAt(email)
      expect(await ensureAdmin(server.deps, named(email))).toBe('staff already')
      expect(await userAt(email)).toEqual(before)
    }
  })

  test('of an unconfirmed registration becomes the member of staff, and its code becomes invalid', async () => {
    const email = newEmail()
    await register(email)
    const code = await codeTo(server, email)
    const { id, createdAt } = await userAt(email)
    expect(await ensureAdmin(server.deps, named(email))).toBe('made of a sign-up')
    expect(await userAt(email)).toMatchObject({
      id,
      createdAt,
      fullName: 'First Staff',
      role: 'ADMIN',
      status: 'APPROVED',
      confirmedAt: expect.any(Date),
      mustChangePassword: true,
    })
    expect(await codesOf(id)).toEqual([])
    expect((await confirm(email, code)).status).toBe(404)
    expect(await logIn(email, PASSWORD)).toBe(401)
    expect(await logIn(email, CHOSEN)).toBe(200)
    expect(await register(email)).toMatchObject({ status: 409 })
    const audited = server.deps.db.selectFrom('audit').select(['action', 'actorId', 'after'])
    expect(
      await audited.where('subject', '=', `user:${id}`).where('action', '=', 'account.admin-made').execute(),
    ).toEqual([{ action: 'account.admin-made', actorId: null, after: { fullName: 'First Staff', role: 'ADMIN' } }])
  })

  test('is confirmed concurrently by its owner: they become a customer or a member of staff, and this is reported', async () => {
    for (let round = 0; round < 6; round += 1) {
      const email = newEmail()
      await register(email)
      const code = await codeTo(server, email)
      const [outcome] = await Promise.all([ensureAdmin(server.deps, named(email)), confirm(email, code)])
      const { id, role } = await userAt(email)
      expect([outcome, role]).toEqual(role === 'ADMIN' ? ['made of a sign-up', 'ADMIN'] : ['a customer', 'USER'])
      expect(await logIn(email, role === 'ADMIN' ? CHOSEN : PASSWORD)).toBe(200)
      expect(await logIn(email, role === 'ADMIN' ? PASSWORD : CHOSEN)).toBe(401)
      expect(await codesOf(id)).toEqual([])
    }
  })

  test('is registered concurrently: the configured password is used, never that of the registration', async () => {
    for (let round = 0; round < 6; round += 1) {
      const email = newEmail()
      const [outcome] = await Promise.all([ensureAdmin(server.deps, named(email)), register(email)])
      expect(['made', 'made of a sign-up']).toContain(outcome)
      expect(await userAt(email)).toMatchObject({ role: 'ADMIN', fullName: 'First Staff' })
      expect(await logIn(email, CHOSEN)).toBe(200)
      expect(await logIn(email, PASSWORD)).toBe(401)
    }
  })

  test('is used by two starting processes: one creates the account', async () => {
    const email = newEmail()
    const outcomes = await Promise.all([ensureAdmin(server.deps, named(email)), ensureAdmin(server.deps, named(email))])
    expect(outcomes.toSorted()).toEqual(['made', 'staff already'])
  })
})
