import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { days, minutes } from '#domain/units.ts'
import { loseLetter } from '#server/testing/lost-letters.ts'
import { lettersTo } from '#server/testing/mailbox.ts'
import { makePerson, makeStaff, type Person } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { postLetter } from './post-letter.ts'

const CODE = '042917'

let server: TestServer
let staff: Person
beforeAll(async () => {
  server = await openTestServer()
  staff = await makeStaff(server, { fullName: 'Sam Furrow' })
})
afterAll(() => server.close())
beforeEach(() => server.deps.db.deleteFrom('letters').execute())

const list = async (query: { after?: string; pageSize?: string } = {}) =>
  (await server.call('listUndeliveredEmails', { token: staff.token, query })).body
const retry = (letterId: string) => server.call('retryEmail', { token: staff.token, body: { letterId } })
const ago = (milliseconds: number) => new Date(server.deps.now().getTime() - milliseconds)

test('letters are listed latest first, over pages without a repeat or a gap, for 30 days', async () => {
  const ids: string[] = []
  // Two at a time, as when a mail server goes down.
  for (const back of [0, 0, 1, 1, 29])
    ids.push(await loseLetter(server, `${randomUUID()}@example.org`, { lostAt: ago(days(back)) }))
  await loseLetter(server, 'old@example.org', { lostAt: ago(days(31)) })
  const whole = await list()
  expect(whole.total).toBe(5)
  expect(whole.data.map(({ letterId }) => letterId).toSorted()).toEqual(ids.toSorted())
  expect(whole.data.map(({ lostTime }) => lostTime)).toEqual(
    whole.data.map(({ lostTime }) => lostTime).toSorted((a, b) => b.localeCompare(a)),
  )
  const paged: string[] = []
  let after: string | undefined
  do {
    const page = await list({ pageSize: '2', ...(after ? { after } : {}) })
    paged.push(...page.data.map(({ letterId }) => letterId))
    after = page.next ?? undefined
  } while (after)
  expect(paged).toEqual(whole.data.map(({ letterId }) => letterId))
})

test('what is in a letter is shown to nobody', async () => {
  await loseLetter(server, 'ann@example.org', { text: `Your code: ${CODE}`, expiresAt: ago(-minutes(5)) })
  expect(JSON.stringify(await list())).not.toContain(CODE)
})

test('a letter that is sent again arrives, leaves the list, and the log says who had it sent', async () => {
  const reader = await makePerson(server, { fullName: 'Carla Fields' })
  const id = await loseLetter(server, reader.email)
  const { status, body } = await retry(id)
  expect([status, body.message]).toEqual([200, 'The letter is on its way again'])
  const [letter] = await lettersTo(server, reader.email)
  expect(letter).toMatchObject({ id, text: 'It is ready.' })
  expect((await list()).data).toEqual([])
  // Said twice, it goes once.
  expect((await retry(id)).status).toBe(200)

  const query = { subject: `user:${reader.id}`, actorId: staff.id }
  const log = await server.call('listActivity', { token: staff.token, query })
  expect(log.body.data).toMatchObject([
    { action: 'letter.retried', about: 'Carla Fields', after: { letter: 'Your report is ready' } },
  ])
})

test('a code that is no longer good is not sent again', async () => {
  const id = await loseLetter(server, 'ann@example.org', { expiresAt: ago(1) })
  expect((await list()).data).toMatchObject([{ letterId: id, mayRetry: false }])
  const { status, body } = await retry(id)
  expect([status, body.message]).toEqual([
    409,
    'The code in this letter is no longer good. Its reader can ask for a new one.',
  ])
})

test('a newer code takes the place of one that still waits', async () => {
  const to = 'ben@example.org'
  const { deps } = server
  const queue = { ...deps.queue, enqueue: async () => undefined }
  const letter = { to, subject: 'Your code', greeting: 'Hello', paragraphs: [], code: CODE, goodForMs: minutes(10) }
  await postLetter(deps.db, { ...deps, queue }, letter)
  await postLetter(deps.db, deps, { ...letter, code: '555555' })
  const [arrived] = await lettersTo(server, to)
  expect(arrived?.text).toContain('555555')
  expect((await list()).data).toMatchObject([
    { to, mayRetry: false, reason: expect.stringContaining('no longer good') },
  ])
  expect(await deps.db.selectFrom('letters').select('text').where('delivery', '=', 'EXPIRED').execute()).toEqual([
    { text: '' },
  ])
})
