import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '#domain/units.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { BATCH_SIZE, backfillRenamed, reindexUser } from '../analyses/reindex-requests.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
})
afterAll(() => server.close())

const rename = (person: TestUser, fullName: string) =>
  server.call('changeName', { token: person.token, body: { fullName } })

async function addRequests(person: TestUser, count: number): Promise<void> {
  await sql`
    insert into analyses (id, account_id, project_id, description, report_categories, status, submitted_at)
    select ${person.id} || n, ${person.id}, (select id from projects where account_id = ${person.id}), '', '{}', 'PENDING', now() - (n / 2) * interval '1 minute'
    from generate_series(1, ${count}::int) n`.execute(server.deps.db)
  await sql`
    insert into uploads (id, analysis_id, account_id, user_id, kind, file_name, storage_key, total_parts, part_bytes, storage_upload_id, state,
      started_at, touched_at)
    select id, id, account_id, account_id, 'ARCHIVE', 'flight.zip', id, 1, 1, id, 'COMPLETE', now(), now()
    from analyses where account_id = ${person.id}`.execute(server.deps.db)
}

/** The user's requests in the database. `changedBy` is the transaction of a row's last change. */
async function rowsOf(person: TestUser): Promise<{ id: string; changedBy: string; words: string }[]> {
  const { rows } = await sql<{ id: string; changedBy: string; words: string }>`
    select id, xmin::text as changed_by, search_words as words from analyses where account_id = ${person.id}
    order by id`.execute(server.deps.db)
  return rows
}

/** The names by which they are found. */
const nameWords = (rows: readonly { words: string }[]) =>
  [...new Set(rows.map(({ words }) => words.trim().split(' ').slice(0, 2).join(' ')))].toSorted()

const found = async (search: string) =>
  (await server.call('listAllAnalyses', { token: staff.token, query: { search } })).body.total

async function jobsFor(person: TestUser): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from queue.job
    where name like 'reindex-user%' and data ->> 'userId' = ${person.id}`.execute(server.deps.db)
  return rows[0]?.waiting ?? 0
}

describe('a rename', () => {
  test('changes no request; the job that it enqueues makes them found by the new name only', async () => {
    const person = await createUser(server, { fullName: 'Thousandfold Before' })
    await addRequests(person, 1000)
    const before = await rowsOf(person)
    expect((await rename(person, 'Thousandfold After')).status).toBe(200)
    expect(await rowsOf(person)).toEqual(before)
    expect(await jobsFor(person)).toBe(1)
    await reindexUser(server.deps, { userId: person.id })
    expect(nameWords(await rowsOf(person))).toEqual(['thousandfold after'])
    expect(await found('thousandfold after')).toBe(100)
    expect(await found('thousandfold before')).toBe(0)
  })

  test('updates the requests in small batches, each in its own transaction', async () => {
    const person = await createUser(server, { fullName: 'Stepwise Before' })
    await addRequests(person, 4 * BATCH_SIZE + 1)
    await rename(person, 'Stepwise After')
    await reindexUser(server.deps, { userId: person.id })
    const steps = Map.groupBy(await rowsOf(person), ({ changedBy }) => changedBy)
    expect(BATCH_SIZE).toBeLessThanOrEqual(25)
    expect([...steps.values()].map((rows) => rows.length).toSorted((a, b) => a - b)).toEqual([
      1,
      ...Array.from({ length: 4 }, () => BATCH_SIZE),
    ])
  })

  test('whose job was interrupted continues with the remaining requests, and an extra job changes nothing', async () => {
    const person = await createUser(server, { fullName: 'Cut Before' })
    await addRequests(person, 3 * BATCH_SIZE)
    await rename(person, 'Goes On')
    const stop = new AbortController()
    const cutOff = reindexUser(server.deps, { userId: person.id }, { signal: stop.signal })
    stop.abort(new Error('The program stops'))
    await expect(cutOff).rejects.toThrow('The program stops')
    expect(nameWords(await rowsOf(person))).toContain('cut before')
    await reindexUser(server.deps, { userId: person.id })
    const after = await rowsOf(person)
    expect(nameWords(after)).toEqual(['goes on'])
    await reindexUser(server.deps, { userId: person.id })
    expect(await rowsOf(person)).toEqual(after)
  })

  test('concurrent with another one of the same user ends with one name everywhere', async () => {
    const person = await createUser(server, { fullName: 'Both Before' })
    await addRequests(person, 3 * BATCH_SIZE)
    const names = ['Both One', 'Both Two', 'Both Three', 'Both Four']
    await Promise.all(
      names.map(async (name) => {
        expect((await rename(person, name)).status).toBe(200)
        await reindexUser(server.deps, { userId: person.id })
      }),
    )
    const { body } = await server.call('getProfile', { token: person.token })
    expect(nameWords(await rowsOf(person))).toEqual([body.data.fullName.toLowerCase()])
    const log = await server.call('listActivity', { token: staff.token, query: { subject: `user:${person.id}` } })
    const renames = log.body.data.filter(({ action }) => action === 'account.renamed').toReversed()
    expect(renames.map(({ before }) => before)).toEqual([
      { fullName: 'Both Before' },
      ...renames.slice(0, -1).map(({ after }) => after),
    ])
    expect(renames.at(-1)?.after).toEqual({ fullName: body.data.fullName })
  })

  test('to the same name changes nothing', async () => {
    const person = await createUser(server, { fullName: 'Same Name' })
    expect((await rename(person, ' Same Name ')).status).toBe(200)
    expect(await jobsFor(person)).toBe(0)
    const log = await server.call('listActivity', { token: staff.token, query: { subject: `user:${person.id}` } })
    expect(log.body.data.map(({ action }) => action)).not.toContain('account.renamed')
  })

  test('whose job was lost is reindexed within a day', async () => {
    const person = await createUser(server, { fullName: 'Older Before' })
    await addRequests(person, BATCH_SIZE + 1)
    // As after a restore: the activity has it, and no job is left.
    await server.deps.db.updateTable('users').set({ fullName: 'Older After' }).where('id', '=', person.id).execute()
    await server.deps.db
      .insertInto('audit')
      .values({
        at: server.deps.now(),
        actorId: person.id,
        action: 'account.renamed',
        subject: `user:${person.id}`,
        before: null,
        after: null,
        requestId: 'old',
        address: '',
      })
      .execute()
    expect(nameWords(await rowsOf(person))).toEqual(['older before'])
    server.advance(days(1))
    await backfillRenamed(server.deps)
    expect(await jobsFor(person)).toBe(1)
    await reindexUser(server.deps, { userId: person.id })
    expect(nameWords(await rowsOf(person))).toEqual(['older after'])
  })
})

test('repeated renames by a customer do not prevent a decision of staff', async () => {
  const [person, decider] = [await createUser(server, { status: 'PENDING' }), await createStaff(server)]
  const decide = async (status: 1 | 2 | 3, version: number) =>
    server.call('verifyUser', {
      token: decider.token,
      body: { userId: person.id, status, projectTypes: ['Soybean_Trial'], version },
    })
  const decided = new AbortController()
  const renameOn = async () => {
    const answers = new Set<number>()
    for (let renames = 0; !decided.signal.aborted; renames += 1)
      answers.add((await rename(person, `Restless ${renames}`)).status)
    return [...answers]
  }
  const decideOn = async () => {
    const answers: number[] = []
    let version = 1
    for (const status of [1, 2, 3, 1, 2, 3, 1, 2] as const) {
      await rename(person, `Between ${answers.length}`)
      const { status: answer, body } = await decide(status, version)
      answers.push(answer)
      version = body.data.version
    }
    return answers
  }
  const [renames, decisions] = await Promise.all([renameOn(), decideOn().finally(() => decided.abort())])
  expect({ renames, decisions }).toEqual({ renames: [200], decisions: Array.from({ length: 8 }, () => 200) })
})
