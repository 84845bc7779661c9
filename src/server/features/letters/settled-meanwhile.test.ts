import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { MailFailure } from '#server/adapters/mail/mail.ts'
import type { Deps } from '#server/deps.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { postLetter } from './post-letter.ts'
import { sendLetter } from './send-letter.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
})
afterAll(() => server.close())

const postCode = (to: string) =>
  server.deps.db.transaction().execute((trx) =>
    postLetter(trx, server.deps, {
      to,
      subject: 'Your code',
      greeting: 'Hello,',
      paragraphs: ['123456'],
      goodForMs: minutes(10),
    }),
  )
const lettersTo = (to: string) =>
  server.deps.db
    .selectFrom('letters')
    .select(['id', 'delivery', 'sentAt', 'text', 'sendTries'])
    .where('toEmail', '=', to)
    .orderBy('delivery')
    .execute()
const sendingBy = (send: Deps['mail']['send']) => ({ ...server.deps, mail: { ...server.deps.mail, send } })

describe('a letter that is settled while it is being sent', () => {
  test.each([
    ['arrives', undefined],
    ['is put off', new MailFailure('not-taken', 'Come again')],
    ['is refused', new MailFailure('refused', 'No such box')],
  ])('its code having been replaced, stays replaced: it %s', async (how, failure) => {
    const to = `${how.replaceAll(' ', '-')}@example.org`
    await postCode(to)
    const [letter] = await lettersTo(to)
    const deps = sendingBy(async () => {
      await postCode(to)
      if (failure) throw failure
    })
    await sendLetter(deps, { letterId: letter?.id ?? '' })
    expect(await lettersTo(to)).toMatchObject([
      { id: letter?.id, delivery: 'EXPIRED', sentAt: null, text: '' },
      { delivery: 'WAITING', sendTries: 0 },
    ])
  })

  test('by two jobs at once, goes out once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const to = `twice-${round}@example.org`
      await postCode(to)
      const [letter] = await lettersTo(to)
      let sent = 0
      const deps = sendingBy(async () => {
        sent += 1
      })
      const job = { letterId: letter?.id ?? '' }
      await Promise.all([sendLetter(deps, job), sendLetter(deps, job), sendLetter(deps, job)])
      expect(sent).toBe(1)
      expect(await lettersTo(to)).toMatchObject([{ delivery: 'SENT', sendTries: 1 }])
    }
  })
})
