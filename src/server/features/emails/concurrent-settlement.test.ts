import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { EmailError } from '#server/adapters/email/transport.ts'
import type { Deps } from '#server/deps.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { queueEmail } from './queue-email.ts'
import { createSendEmail } from './send-email.ts'

const sendEmail = createSendEmail(async () => [])

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
})
afterAll(() => server.close())

const postCode = (to: string) =>
  server.deps.db.transaction().execute((trx) =>
    queueEmail(trx, server.deps, {
      to,
      subject: 'Your code',
      greeting: 'Hello,',
      paragraphs: ['123456'],
      expiresInMs: minutes(10),
    }),
  )
const emailsTo = (to: string) =>
  server.deps.db
    .selectFrom('emails')
    .select(['id', 'status', 'sentAt', 'text', 'attempts'])
    .where('toEmail', '=', to)
    .orderBy('status')
    .execute()

/** The database for jobs of which none goes on before all have read their email. */
function readTogether(jobs: number): Deps['db'] {
  const all = Promise.withResolvers<void>()
  let reads = 0
  const heldBack = (query: object): object =>
    new Proxy(query, {
      get(target, name) {
        const method = Reflect.get(target, name).bind(target)
        if (name !== 'executeTakeFirst') return (...args: unknown[]) => heldBack(method(...args))
        return async () => {
          const row = await method()
          reads += 1
          if (reads === jobs) all.resolve()
          await all.promise
          return row
        }
      },
    })
  const db = server.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
  const selectFrom = db.selectFrom.bind(db)
  db.selectFrom = ((table: 'emails') => heldBack(selectFrom(table))) as typeof db.selectFrom
  return db
}
const sendingBy = (send: Deps['mail']['send']) => ({ ...server.deps, mail: { ...server.deps.mail, send } })

describe('an email that is settled while it is being sent', () => {
  test.each([
    ['arrives', undefined],
    ['is put off', new EmailError('transient', 'Come again')],
    ['is refused', new EmailError('permanent', 'No such box')],
  ])('its code having been replaced, stays replaced: it %s', async (how, failure) => {
    const to = `${how.replaceAll(' ', '-')}@example.org`
    await postCode(to)
    const [email] = await emailsTo(to)
    const deps = sendingBy(async () => {
      await postCode(to)
      if (failure) throw failure
    })
    await sendEmail(deps, { emailId: email?.id ?? '' })
    expect(await emailsTo(to)).toMatchObject([
      { id: email?.id, status: 'EXPIRED', sentAt: null, text: '' },
      { status: 'WAITING', attempts: 0 },
    ])
  })

  test('by three jobs that have read it at once, goes out once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const to = `twice-${round}@example.org`
      await postCode(to)
      const [email] = await emailsTo(to)
      let sent = 0
      const db = readTogether(3)
      const deps = { ...sendingBy(async () => void (sent += 1)), db }
      const job = { emailId: email?.id ?? '' }
      await Promise.all([sendEmail(deps, job), sendEmail(deps, job), sendEmail(deps, job)])
      expect(sent).toBe(1)
      expect(await emailsTo(to)).toMatchObject([{ status: 'SENT', attempts: 1 }])
    }
  })
})
