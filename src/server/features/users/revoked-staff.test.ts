import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, SYSTEM } from '#server/actor.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { createFixture } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUndeliveredEmail } from '#server/testing/server/undelivered-emails.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { changeStatus } from '../analyses/change-status.ts'
import { getAnalysis } from '../analyses/get-analysis.ts'
import { retryEmail } from '../emails/retry-email.ts'
import { removeReportFile } from '../reports/remove-report-file.ts'
import { startReportUpload } from '../reports/start-report-upload.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { verifyUser } from './verify-user.ts'

const LAST_STAFF = 'This is the last approved member of staff. Approve another one first.'
let server: TestServer

const decide = (by: TestUser, on: TestUser, status: 1 | 2 | 3 = 3) =>
  server.call('verifyUser', { token: by.token, body: { userId: on.id, status, projectTypes: [] } })
const statusAndMessage = async (call: Promise<{ status: number; body: { message: string } }>) => {
  const { status, body } = await call
  return [status, body.message]
}
const approvedStaff = async () => {
  const staff = server.deps.db.selectFrom('users').select('id').where('role', '=', 'ADMIN')
  return (await staff.where('status', '=', 'APPROVED').execute()).map(({ id }) => id)
}

describe('a revoked member of staff', () => {
  let staff: TestUser
  beforeAll(async () => {
    server = await openTestServer()
    staff = await createStaff(server)
  })
  afterAll(() => server.close())

  test.each([
    [2, 'Your account was not approved'],
    [3, 'Your account is on hold'],
  ] as const)(
    'status %d: is rejected from the next call on, also after a new login, with the reason',
    async (status, words) => {
      const [colleague, customer] = [await createStaff(server), await createUser(server, { status: 'PENDING' })]
      expect((await decide(colleague, customer)).status).toBe(200)
      expect((await decide(staff, colleague, status)).status).toBe(200)

      expect(await statusAndMessage(decide(colleague, customer, 1))).toEqual([403, words])
      const login = await server.call('logIn', { body: { email: colleague.email, password: PASSWORD } })
      expect(login.status).toBe(200)
      const token = login.body.data.accessToken
      expect(await statusAndMessage(decide({ ...colleague, token }, customer, 1))).toEqual([403, words])
      for (const name of [
        'listUsers',
        'listAllAnalyses',
        'listActivity',
        'listUndeliveredEmails',
        'getTimeline',
      ] as const)
        expect(await statusAndMessage(server.call(name, { token }))).toEqual([403, words])
      const { refreshToken } = colleague
      expect((await server.call('refreshSession', { body: { refreshToken } })).status).toBe(200)
      const profile = await server.call('getProfile', { token })
      expect(profile.body.data).toMatchObject({ status: status === 2 ? 'REJECTED' : 'CANCELLED', roles: ['ADMIN'] })

      expect((await decide(staff, colleague, 1)).status).toBe(200)
      expect((await decide(colleague, customer, 1)).status).toBe(200)
      const emails = await emailsTo(server, colleague.email, 2)
      const approval = emails.find(({ subject }) => subject === 'Your Skyfurrow account is approved')
      expect(approval?.text).toContain(`${server.url}/dashboard`)
      expect(approval?.text).not.toContain('upload')
    },
  )

  test('decides on no user with a call that was authorized before', async () => {
    const [colleague, customer] = [await createStaff(server), await createUser(server, { status: 'PENDING' })]
    await decide(staff, colleague)
    await expect(decideAsAuthorized(colleague, customer)).rejects.toThrow('Your account is no longer approved')
    await expect(decideAsAuthorized(colleague, staff)).rejects.toThrow('Your account is no longer approved')
    expect(await approvedStaff()).toContain(staff.id)
  })

  test('changes nothing with a call that was authorized before', async () => {
    const [colleague, customer] = [await createStaff(server), await createUser(server)]
    const { id: analysisRequestId, fileName: storedName } = await createFixture(server, 'reportFile', {
      owner: customer,
      staff,
    })
    const emailId = await createUndeliveredEmail(server, customer.email)
    await decide(staff, colleague)
    const [{ deps }, actor] = [server, authorizedActor(colleague)]
    const file = {
      description: '',
      projectType: 'Soybean_Trial',
      fileName: 'b.tif',
      totalChunks: 1,
      reportCategories: [],
    }
    const storage = { ...deps.storage, discard: () => Promise.reject(new Error('The store is unavailable')) }
    for (const call of [
      () => changeStatus(deps, actor, { analysisRequestId, fileStatus: 'REJECTED' }),
      () => removeReportFile(deps, actor, { analysisRequestId, storedName }),
      () => endUserSessions(deps, actor, { userId: customer.id }),
      () => retryEmail(deps, actor, { emailId }),
      // A failing clean-up does not hide why.
      () => startReportUpload({ ...deps, storage }, actor, { ...file, id: analysisRequestId }),
    ])
      await expect(call()).rejects.toThrow('Your account is no longer approved')
    const request = await getAnalysis(deps, { analysisRequestId })
    expect(request).toMatchObject({ status: 'PROCESSED', reportFiles: 1 })
    expect((await server.call('getProfile', { token: customer.token })).status).toBe(200)
    const sentEmail = deps.db.selectFrom('emails').select('status').where('id', '=', emailId)
    expect(await sentEmail.executeTakeFirst()).toEqual({ status: 'FAILED' })
  })
})

/** The actor of a call that was authorized while the caller was still approved staff. */
const authorizedActor = ({ id, email, fullName }: TestUser): Actor => {
  const account = { role: 'ADMIN', status: 'APPROVED', due: undefined } as const
  return { ...SYSTEM, ...account, userId: id, accountId: id, accountRole: undefined, sessionId: 'any', email, fullName }
}
const decideAsAuthorized = (by: TestUser, on: TestUser) =>
  verifyUser(server.deps, authorizedActor(by), { userId: on.id, status: 3, projectTypes: [] })

describe('of all staff', () => {
  beforeEach(async () => {
    server = await openTestServer()
  })
  afterEach(() => server.close())

  test("the last approved one can't be revoked", async () => {
    const [staff, colleague] = [await createStaff(server), await createStaff(server)]
    await decide(staff, colleague)
    await expect(decideAsAuthorized(colleague, staff)).rejects.toThrow(LAST_STAFF)
    expect(await statusAndMessage(decide(staff, staff))).toEqual([409, "You can't change your own status"])
    expect(await approvedStaff()).toEqual([staff.id])
    expect((await decide(staff, colleague, 1)).status).toBe(200)
    expect((await decide(colleague, staff)).status).toBe(200)
    expect(await approvedStaff()).toEqual([colleague.id])
  })

  test('two revoke each other concurrently: exactly one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await createStaff(server), await createStaff(server)]
      const answers = await Promise.all([decide(one, two), decide(two, one)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        expect.toSatisfy((lost) => [403, 409].includes(lost)),
      ])
      expect(await approvedStaff()).toHaveLength(1)
      await server.deps.db.updateTable('users').set({ status: 'REJECTED' }).execute()
    }
  })

  test('all revoke each other concurrently: one remains, and can approve the others again', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => createStaff(server)))
    const pairs = all.flatMap((by) => all.filter((on) => on !== by).map((on) => [by, on] as const))
    const answers = await Promise.all(pairs.map(([by, on]) => decide(by, on)))
    expect(answers.filter(({ status }) => ![200, 403, 409].includes(status))).toEqual([])
    const left = await approvedStaff()
    expect(left).toHaveLength(1)
    const [remaining, others] = [true, false].map((is) => all.filter(({ id }) => left.includes(id) === is))
    for (const approver of remaining ?? [])
      for (const person of others ?? []) expect((await decide(approver, person, 1)).status).toBe(200)
    expect(await approvedStaff()).toHaveLength(5)
  })
})
