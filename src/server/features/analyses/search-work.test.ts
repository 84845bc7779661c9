import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QueryOf } from '#contract/api.ts'
import { inBatches } from '#server/testing/server/in-batches.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, type TestUser } from '#server/testing/server/users.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { listActivity } from '../activity/list-activity.ts'
import { listUndeliveredEmails } from '../emails/list-undelivered-emails.ts'
import { listUsers } from '../users/list-users.ts'
import { listAllAnalyses } from './list-all.ts'
import { listMyAnalyses } from './list-mine.ts'

const REQUESTS = 11_000
const MONTHS = 6

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
  await inBatches(REQUESTS, (first, last) =>
    sql`
    insert into analyses (id, account_id, project_id, description, report_categories, status, submitted_at, search_words)
    select md5(n::text), ${staff.id}, (select id from projects where account_id = ${staff.id}), '', '{}', 'PENDING',
      timestamptz '2026-06-15' - (n % ${MONTHS}) * interval '1 month' - n * interval '1 second',
      ' seen' || case when n % 4000 = 0 then ' rare' else '' end || ' '
    from generate_series(${first}::int, ${last}::int) n`.execute(server.deps.db),
  )
  await sql`analyze analyses`.execute(server.deps.db)
})
afterAll(() => server.close())

type Plan = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Makes a call and counts the months that its searches visited. */
async function monthsOf(
  call: (deps: Pick<Deps, 'db' | 'storage' | 'now' | 'signedUrlMs'>) => Promise<unknown>,
): Promise<number> {
  const nodes: RootOperationNode[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { db } = server.deps
  await call({ ...server.deps, db: db.withPlugin(watch) })
  const queries = nodes.map((node) => db.getExecutor().compileQuery(node, { queryId: 'captured' }))
  const months = queries.filter((query) => query.sql.includes('recursive months')).map(monthsOfQuery)
  return (await Promise.all(months)).reduce((sum, one) => sum + one, 0)
}

async function monthsOfQuery({ sql: text, parameters }: CompiledQuery): Promise<number> {
  const explain = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters])
  const { rows } = await server.deps.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
  const all = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)))
  const walk = all.find((node) => node['Node Type'] === 'Recursive Union')
  // The first row is the start, before any month.
  return (walk?.['Actual Rows'] ?? 0) - 1
}

const cursor = (at: string, rank = 0) => Buffer.from(JSON.stringify([rank, at, 'none'])).toString('base64url')

const TIMES = ['2026-06-20T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z']

describe('a search visits no more months than exist', () => {
  test.each(TIMES)('after a row of %s', async (at) => {
    const page = { from: 0, pageSize: 50, search: 'rare' }
    const first = await monthsOf((deps) => listAllAnalyses(deps, page))
    // The cursor is not one of the page's rows, so the search starts again from there.
    const second = await monthsOf((deps) => listAllAnalyses(deps, { ...page, after: cursor(at) }))
    expect([first, second - first <= MONTHS]).toEqual([MONTHS, true])
  })

  test.each(TIMES)('of the chosen status, after a row of %s', async (at) => {
    const page = { from: 0, pageSize: 50, search: 'rare', first: 'PENDING' } as const
    expect(await monthsOf((deps) => listAllAnalyses(deps, { ...page, after: cursor(at, 1) }))).toBeLessThanOrEqual(
      4 * MONTHS,
    )
  })

  test('of a filter that matches nothing', async () => {
    const filter = { from: 0, pageSize: 50, project: 'Nowhere', assignee: 'nobody', search: 'seen' }
    expect(await monthsOf((deps) => listAllAnalyses(deps, filter))).toBe(MONTHS)
  })

  test('of users, with any dates and after any row', async () => {
    const dates = { fromDate: '0001-01-01T00:00:00Z', toDate: '9999-12-31T00:00:00Z' }
    const after = cursor('9999-12-31T23:59:59.999Z')
    expect(await monthsOf((deps) => listUsers(deps, { fullName: 'Test Nobody', ...dates, after }))).toBeLessThanOrEqual(
      2,
    )
  })
})

const numbered = (query: Partial<QueryOf<'listAllAnalyses'>>) =>
  listAllAnalyses(server.deps, { from: 10_000_000, pageSize: 100, ...query })

describe('a page by number', () => {
  test.each([{ search: 'seen' }, {}, { first: 'PENDING' as const }])(
    'beyond the ten thousandth row of %j is rejected before any row is read',
    async (query) => {
      await expect(numbered(query)).rejects.toMatchObject({
        code: 'invalid',
        details: {
          errors: [{ field: 'from', message: 'Pages have numbers up to row 10,000. Continue with `after`.' }],
        },
      })
    },
  )

  test('beyond the end of a counted list is empty', async () => {
    expect(await numbered({ search: 'rare' })).toMatchObject({ data: [], total: 2, next: null })
    expect(await monthsOf((deps) => listAllAnalyses(deps, { from: 10_000_000, pageSize: 100, search: 'rare' }))).toBe(
      MONTHS,
    )
  })

  test('up to the ten thousandth row is returned, and the following ones by cursor', async () => {
    const last = await numbered({ search: 'seen', from: 100 })
    expect(last.data).toHaveLength(100)
    expect((await numbered({ search: 'seen', from: 0, after: last.next ?? '' })).data).toHaveLength(100)
  })

  test('of a customer and of the activity log has the same limit; a short list has none', async () => {
    const { deps } = server
    const page = { from: 10_000_000, pageSize: 100 }
    await inBatches(10_001, (first, last) =>
      sql`
      insert into audit (at, action, subject, request_id, address)
      select now(), 'test', 'test', '', '' from generate_series(${first}::int, ${last}::int)`.execute(deps.db),
    )
    const customer = { accountId: staff.id } as Actor
    await expect(listMyAnalyses(deps, customer, page)).rejects.toMatchObject({ code: 'invalid' })
    await expect(listActivity(deps, page)).rejects.toMatchObject({ code: 'invalid' })
    expect(await listUndeliveredEmails(deps, page)).toMatchObject({ data: [], next: null })
  })
})
