import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { codeTo, emailsTo } from '#server/testing/server/emails.ts'
import { codeOf, switchOnFactor, toNextStep } from '#server/testing/server/second-factor.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, PASSWORD } from '#server/testing/server/users.ts'
import { ensureAdmin } from '../ensure-admin.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ STAFF_SECOND_FACTOR: 'required' })
})
afterAll(() => server.close())

const NEW_PASSWORD = 'Meadow-2027!'
const logIn = (email: string, { password = PASSWORD, code }: { password?: string; code?: string } = {}) =>
  server.call('logIn', { body: { email, password, ...(code === undefined ? {} : { code }) } })
const answerTo = async (name: EndpointName, token: string) => {
  const { status, body } = await server.call(name, { token })
  return [status, body.message]
}
const allowed = async (name: EndpointName, token: string) => (await answerTo(name, token))[0] !== 403

const FACTOR_FIRST = [403, 'Set up a second factor first: it is required for staff']
const PASSWORD_FIRST = [403, 'Choose a new password first: someone else chose your current one']

describe('where staff need a second factor', () => {
  test('staff without one can do nothing but set one up, and then continue with the same session', async () => {
    const staff = await createStaff(server)
    const { data } = (await logIn(staff.email)).body
    expect(data.due).toBe('SECOND_FACTOR')
    expect((await server.call('getProfile', { token: staff.token })).body.data.due).toBe('SECOND_FACTOR')
    expect(await answerTo('listUsers', staff.token)).toEqual(FACTOR_FIRST)
    expect(await answerTo('getReport', staff.token)).toEqual(FACTOR_FIRST)
    expect(await allowed('getSecondFactor', staff.token)).toBe(true)

    await switchOnFactor(server, staff)
    expect(await allowed('listUsers', staff.token)).toBe(true)
    expect((await server.call('getProfile', { token: staff.token })).body.data.due).toBeUndefined()
    const { body } = await server.call('refreshSession', { body: { refreshToken: staff.refreshToken } })
    expect(body.data.due).toBeUndefined()
  })

  test('customers need none', async () => {
    const customer = await createUser(server)
    expect((await logIn(customer.email)).body.data.due).toBeUndefined()
    expect(await allowed('listMyAnalyses', customer.token)).toBe(true)
  })

  test('disabling the second factor brings the required action back immediately', async () => {
    const staff = await createStaff(server)
    const { key } = await switchOnFactor(server, staff)
    toNextStep(server)
    const body = { currentPassword: PASSWORD, code: codeOf(server, key) }
    expect((await server.call('stopSecondFactor', { token: staff.token, body })).status).toBe(200)
    expect(await answerTo('listUsers', staff.token)).toEqual(FACTOR_FIRST)
  })

  test('a reset of the password by email does not bypass it', async () => {
    const staff = await createStaff(server)
    await switchOnFactor(server, staff)
    await server.call('forgotPassword', { query: { email: staff.email } })
    const verificationCode = await codeTo(server, staff.email, 2)
    const body = { email: staff.email, verificationCode, newPassword: NEW_PASSWORD }
    expect((await server.call('confirmForgotPassword', { body })).status).toBe(200)
    expect((await logIn(staff.email, { password: NEW_PASSWORD })).body.errors?.[0]?.field).toBe('code')
  })
})

test('where none is required, staff work without it', async () => {
  const open = await openTestServer()
  const staff = await createStaff(open)
  expect((await open.call('listUsers', { token: staff.token })).status).toBe(200)
  await open.close()
})

describe('a lost second factor', () => {
  test('is removed by command: sessions end, the owner gets an email and enrolls a new one', async () => {
    const staff = await createStaff(server)
    await switchOnFactor(server, staff)
    expect(await resetSecondFactor(server.deps, { email: ` ${staff.email.toUpperCase()}` })).toBe('removed')
    expect(await answerTo('getProfile', staff.token)).toEqual([401, 'Your session has ended. Please log in again.'])
    const [sentEmail] = await emailsTo(server, staff.email, 2)
    expect(sentEmail?.subject).toBe('Second factor removed from your Skyfurrow account')
    const audited = await server.deps.db
      .selectFrom('audit')
      .select(['actorId', 'action'])
      .where('subject', '=', `user:${staff.id}`)
      .where('action', 'like', '%factor-reset')
      .execute()
    expect(audited).toEqual([{ actorId: null, action: 'account.second-factor-reset' }])
    const { data } = (await logIn(staff.email)).body
    expect(data.due).toBe('SECOND_FACTOR')
    await switchOnFactor(server, { token: data.accessToken })
    expect(await allowed('listUsers', data.accessToken)).toBe(true)
  })

  test('without a second factor nothing is removed', async () => {
    const { email, token } = await createUser(server)
    expect(await resetSecondFactor(server.deps, { email })).toBe('no factor')
    expect(await resetSecondFactor(server.deps, { email: 'nobody@example.org' })).toBe('no account')
    expect(await allowed('getProfile', token)).toBe(true)
  })
})

describe('the first member of staff', () => {
  const first = { email: 'First.Staff@example.org', fullName: 'First Staff', password: 'Paddock-2026!' }

  test('must choose another password than the one in the environment before anything else', async () => {
    expect(await ensureAdmin(server.deps, first)).toBe('made')
    const { data } = (await logIn(first.email, first)).body
    const token = data.accessToken
    expect(data.due).toBe('NEW_PASSWORD')
    expect((await server.call('getProfile', { token })).body.data.due).toBe('NEW_PASSWORD')
    for (const name of ['listUsers', 'listSessions', 'getSecondFactor', 'endOtherSessions', 'getReport'] as const)
      expect(await answerTo(name, token)).toEqual(PASSWORD_FIRST)

    const change = (newPassword: string) =>
      server.call('changePassword', { token, body: { currentPassword: first.password, newPassword } })
    const same = await change(first.password)
    expect([same.status, same.body.errors?.[0]?.field]).toEqual([400, 'newPassword'])
    expect((await change(NEW_PASSWORD)).status).toBe(200)
    expect((await server.call('getProfile', { token })).body.data.due).toBe('SECOND_FACTOR')
    await server.call('startSecondFactor', { token, body: { currentPassword: NEW_PASSWORD } })
    expect((await logIn(first.email, { password: NEW_PASSWORD })).body.data.due).toBe('SECOND_FACTOR')
  })

  test('is created once: a later start with the old password changes nothing', async () => {
    expect(await ensureAdmin(server.deps, first)).toBe('staff already')
    expect((await logIn(first.email, first)).status).toBe(401)
  })

  test('can also reset it by email, and can log out without choosing one', async () => {
    const other = { ...first, email: 'second.staff@example.org' }
    await ensureAdmin(server.deps, other)
    const { data } = (await logIn(other.email, other)).body
    expect((await server.call('logOut', { body: { refreshToken: data.refreshToken } })).status).toBe(200)
    await server.call('forgotPassword', { query: { email: other.email } })
    const verificationCode = await codeTo(server, other.email)
    const body = { email: other.email, verificationCode, newPassword: NEW_PASSWORD }
    await server.call('confirmForgotPassword', { body })
    expect((await logIn(other.email, { password: NEW_PASSWORD })).body.data.due).toBe('SECOND_FACTOR')
  })
})
