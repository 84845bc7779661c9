import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '#domain/units.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUndeliveredEmail } from '#server/testing/server/undelivered-emails.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { issueCode } from './codes/codes.ts'
import { purgeExpired } from './purge-expired.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
})
afterAll(() => server.close())

const countOf = async (table: 'sessions' | 'codes' | 'rotations' | 'audit') =>
  (await server.deps.db.selectFrom(table).selectAll().execute()).length

test('personal data is deleted after its retention period, and not before', async () => {
  const [person, staff] = [await createUser(server), await createStaff(server)]
  await server.call('refreshSession', { body: { refreshToken: person.refreshToken } })
  await issueCode(server.deps.db, server.deps, { userId: person.id, purpose: 'RESET' })
  const emailId = await createUndeliveredEmail(server, person.email)
  // A pending one is kept, however old it is.
  await server.deps.db
    .transaction()
    .execute((trx) =>
      queueEmail(trx, server.deps, { subject: 'Waits', greeting: 'Hello', paragraphs: [], to: person.email }),
    )
  const emails = async () => (await server.deps.db.selectFrom('emails').select('id').execute()).length
  const audited = await countOf('audit')
  const forgotten = async () => {
    await purgeExpired(server.deps)
    return { sessions: await countOf('sessions'), codes: await countOf('codes'), emails: await emails() }
  }
  expect(await forgotten()).toEqual({ sessions: 2, codes: 1, emails: 2 })
  server.advance(days(2))
  expect(await forgotten()).toEqual({ sessions: 2, codes: 0, emails: 2 })
  server.advance(days(27))
  expect(await forgotten()).toEqual({ sessions: 2, codes: 0, emails: 2 })
  server.advance(days(2))
  expect(await forgotten()).toEqual({ sessions: 2, codes: 0, emails: 1 })
  const again = await createStaff(server)
  expect((await server.call('retryEmail', { token: again.token, body: { emailId } })).status).toBe(404)
  server.advance(days(60))
  expect(await forgotten()).toMatchObject({ sessions: 1 })
  expect(await countOf('rotations')).toBe(0)
  expect(await countOf('audit')).toBeGreaterThanOrEqual(audited)
  expect(staff.id).not.toBe(again.id)
})
