import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#server/actor.ts'
import { interleave } from '#server/testing/server/interleave.ts'
import { codeOf, switchOnFactor, toNextStep } from '#server/testing/server/second-factor.ts'
import { databaseSnapshot } from '#server/testing/server/snapshot.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { issueCode } from '../codes/codes.ts'
import { changePassword } from '../passwords/change-password.ts'
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.ts'
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.ts'
import { resetSecondFactor } from '../second-factor/reset-second-factor.ts'
import { startSecondFactor } from '../second-factor/start-second-factor.ts'
import { stopSecondFactor } from '../second-factor/stop-second-factor.ts'
import { authenticate } from './authenticate.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { logIn as logInCase } from './log-in.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const NEW_PASSWORD = 'Meadow-2027!'
const OTHER_PASSWORD = 'Quiet-Loam-2028!'
const ROUNDS = 6
const CALLER = { requestId: 'race', address: '127.0.0.1', device: '' }

const logIn = (email: string, password = PASSWORD) => server.call('logIn', { body: { email, password } })
const profile = async (token: string) => (await server.call('getProfile', { token })).status
const change = (token: string, newPassword: string) =>
  server.call('changePassword', { token, body: { currentPassword: PASSWORD, newPassword } })
const resetTo = (email: string, verificationCode: string, newPassword = NEW_PASSWORD) =>
  server.call('confirmForgotPassword', { body: { email, verificationCode, newPassword } })
const resetCodeOf = ({ id }: TestUser) => issueCode(server.deps.db, server.deps, { userId: id, purpose: 'RESET' })

/**
 * Logs in continuously on three lanes while `act` changes the credentials, so that some logins are in progress at that
 * moment. Returns the status that a call of each session gets afterwards.
 */
async function loginsDuring(person: TestUser, act: () => Promise<{ status: number }>): Promise<number[]> {
  const opened: string[] = []
  const until = { isDone: false }
  const logInOnce = async () => {
    const { status, body } = await logIn(person.email)
    if (status === 200) opened.push(body.data.accessToken)
  }
  const lane = async () => {
    while (!until.isDone) await logInOnce()
  }
  const lanes = [lane(), lane(), lane()]
  const { status } = await act()
  until.isDone = true
  expect(status).toBe(200)
  await Promise.all(lanes)
  return Promise.all(opened.map(profile))
}

const REFUSED = 'unauthenticated: Incorrect email or password'
/** The result as the caller sees it. */
const outcome = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return `${error.code}: ${error.message}`
    },
  )

const sessionsOf = async ({ id }: TestUser) =>
  (await server.deps.db.selectFrom('sessions').select('id').where('userId', '=', id).execute()).length

/** The tables that have changed. */
async function changedSince(before: Record<string, string>): Promise<string[]> {
  const now = await databaseSnapshot(server)
  return Object.keys(now).filter((table) => now[table] !== before[table])
}

const isOpen = (status: number) => status !== 401

describe('no session outlives its credentials', () => {
  test('a login in progress with the old password, when it is changed', async () => {
    const open: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await createUser(server)
      open.push(...(await loginsDuring(person, () => change(person.token, NEW_PASSWORD))))
    }
    expect(open.filter(isOpen)).toEqual([])
  })

  test('a login in progress with the old password, when it is reset by email', async () => {
    const open: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await createUser(server)
      const code = await resetCodeOf(person)
      open.push(...(await loginsDuring(person, () => resetTo(person.email, code))))
    }
    expect(open.filter(isOpen)).toEqual([])
  })

  test.each([
    ['the password is changed', (person: TestUser) => change(person.token, NEW_PASSWORD)],
    ['the password is reset', async (person: TestUser) => resetTo(person.email, await resetCodeOf(person))],
    ['a second factor is enabled', (person: TestUser) => switchOnFactor(server, person)],
  ])('a login with a correct password is rejected like a wrong one when meanwhile %s', async (_what, act) => {
    const person = await createUser(server)
    const before = await sessionsOf(person)
    const race = interleave(server, () => act(person))
    const answer = await outcome(logInCase(race.deps, CALLER, { email: person.email, password: PASSWORD }))
    expect([race.hasRun(), answer]).toEqual([true, REFUSED])
    expect(await sessionsOf(person)).toBe(before)
  })

  test('a login with a code is rejected when its second factor is removed meanwhile', async () => {
    const person = await createUser(server)
    const { key } = await switchOnFactor(server, person)
    toNextStep(server)
    const race = interleave(server, () => resetSecondFactor(server.deps, person))
    const input = { email: person.email, password: PASSWORD, code: codeOf(server, key) }
    expect([await outcome(logInCase(race.deps, CALLER, input)), race.hasRun()]).toEqual([REFUSED, true])
  })

  test('a login returns the account status at the time the session is opened', async () => {
    const person = await createUser(server)
    const race = interleave(server, () =>
      server.deps.db
        .updateTable('users')
        .set({ role: 'ADMIN', status: 'ON_HOLD' })
        .where('id', '=', person.id)
        .execute(),
    )
    const login = await logInCase(race.deps, CALLER, { email: person.email, password: PASSWORD })
    expect([race.hasRun(), login.roles, login.userStatus]).toEqual([true, ['ADMIN'], 'CANCELLED'])
  })
})

const SAME = 'This is not your current password'
const ENDED = 'Your session has ended. Please log in again.'

/** All use cases that change the caller's own account after slow work. */
const USE_CASES = {
  changePassword: (deps, actor) =>
    changePassword(deps, actor, { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }),
  startSecondFactor: (deps, actor) => startSecondFactor(deps, actor, { currentPassword: PASSWORD }),
  stopSecondFactor: (deps, actor, code) => stopSecondFactor(deps, actor, { currentPassword: PASSWORD, code }),
  renewRecoveryCodes: (deps, actor, code) => renewRecoveryCodes(deps, actor, { currentPassword: PASSWORD, code }),
  confirmSecondFactor: (deps, actor, code) => confirmSecondFactor(deps, actor, { code }),
  endOtherSessions: (deps, actor) => endOtherSessions(deps, actor),
  endSession: (deps, actor) => endSession(deps, actor, { sessionId: actor.sessionId }),
} satisfies Record<string, (deps: TestServer['deps'], actor: Actor, code: string) => Promise<unknown>>
type UseCaseName = keyof typeof USE_CASES

const WITH_PASSWORD: UseCaseName[] = ['changePassword', 'startSecondFactor', 'stopSecondFactor', 'renewRecoveryCodes']
const WITHOUT_PASSWORD: UseCaseName[] = ['confirmSecondFactor', 'endOtherSessions', 'endSession']

/** A user with their session, and a code that `name` accepts. */
async function prepareFor(name: UseCaseName) {
  const person = await createUser(server)
  const { token } = person
  let key: string | undefined
  if (name === 'confirmSecondFactor')
    key = (await server.call('startSecondFactor', { token, body: { currentPassword: PASSWORD } })).body.data.key
  if (name === 'stopSecondFactor' || name === 'renewRecoveryCodes') {
    key = (await switchOnFactor(server, person)).key
    toNextStep(server)
  }
  const actor = await authenticate(server.deps, CALLER, token)
  if (!actor) throw new Error('Not signed in')
  return { person, actor, code: key === undefined ? '123456' : codeOf(server, key) }
}

describe('after slow work a change applies to the current account', () => {
  test.each([...WITH_PASSWORD, ...WITHOUT_PASSWORD])(
    '%s changes nothing when its session has ended meanwhile',
    async (name) => {
      const { person, actor, code } = await prepareFor(name)
      let after = {}
      const end = async () => {
        await server.call('logOut', { body: { refreshToken: person.refreshToken } })
        after = await databaseSnapshot(server)
      }
      const race = interleave(server, end, WITH_PASSWORD.includes(name) ? 'compared' : 'once')
      expect([await outcome(USE_CASES[name](race.deps, actor, code)), race.hasRun()]).toEqual([
        `unauthenticated: ${ENDED}`,
        true,
      ])
      expect(await changedSince(after)).toEqual([])
    },
  )

  test.each(WITH_PASSWORD)('%s changes nothing when the verified password has changed meanwhile', async (name) => {
    const { person, actor, code } = await prepareFor(name)
    let after = {}
    const changeHere = async () => {
      expect((await change(person.token, NEW_PASSWORD)).status).toBe(200)
      after = await databaseSnapshot(server)
    }
    const race = interleave(server, changeHere)
    expect([await outcome(USE_CASES[name](race.deps, actor, code)), race.hasRun()]).toEqual([`invalid: ${SAME}`, true])
    expect(await changedSince(after)).toEqual([])
    expect((await server.call('logIn', { body: { email: person.email, password: NEW_PASSWORD } })).status).not.toBe(403)
  })

  test.each(['stopSecondFactor', 'renewRecoveryCodes'] as const)(
    '%s does not change a second factor other than the verified one',
    async (name) => {
      const { person, actor, code } = await prepareFor(name)
      let after = {}
      const replace = async () => {
        await server.deps.db.deleteFrom('secondFactors').where('userId', '=', person.id).execute()
        await switchOnFactor(server, person)
        after = await databaseSnapshot(server)
      }
      const race = interleave(server, replace)
      expect(await outcome(USE_CASES[name](race.deps, actor, code))).toMatch(/^invalid: This code is wrong/)
      expect(await changedSince(after)).toEqual([])
    },
  )

  test('of two concurrent password changes from two sessions one succeeds', async () => {
    const person = await createUser(server)
    const token = (await logIn(person.email)).body.data.accessToken
    const answers = await Promise.all([change(person.token, NEW_PASSWORD), change(token, OTHER_PASSWORD)])
    const [made, ...rejected] = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(made).toBe(200)
    // The session has ended, or the current password has already changed.
    expect([[400], [401]]).toContainEqual(rejected)
    const [first] = answers
    const good = first?.status === 200 ? NEW_PASSWORD : OTHER_PASSWORD
    expect((await logIn(person.email, good)).status).toBe(200)
  })
})

describe('previously sent reset codes', () => {
  test('are invalid once the password is changed', async () => {
    const person = await createUser(server)
    const code = await resetCodeOf(person)
    expect((await change(person.token, NEW_PASSWORD)).status).toBe(200)
    expect((await resetTo(person.email, code, OTHER_PASSWORD)).status).toBe(400)
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200)
  })
})
