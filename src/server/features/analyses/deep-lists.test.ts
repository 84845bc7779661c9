import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VisibleStatus } from '#domain/analyses.ts'
import { inBatches } from '#server/testing/server/in-batches.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

/** More than a search scans row by row, and more months than rows on a page. */
const REQUESTS = 12_500
const MONTHS = 40
/** With characters that are special in a query. */
const PROJECT = `Winter 'Wheat' #1 & \\"2\\" | !:*`

type Row = {
  id: string
  status: VisibleStatus
  words: string
  at: Date
  project: string
  assignee: string
  customer: string
}

let server: TestServer
let staff: TestUser
let customer: TestUser
/** All requests, newest first. */
let rows: Row[]
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { projectTypes: ['Soybean_Trial', PROJECT] })
  customer = await createUser(server, { projectTypes: ['Soybean_Trial', PROJECT] })
  // Two rows per timestamp, so that the id orders them. The newest is number 1.
  await inBatches(REQUESTS, (first, last) =>
    sql`
    insert into analyses (id, account_id, project_id, description, report_categories, status, submitted_at, search_words, assignee_id)
    select md5(n::text), account_id, id, '', '{}',
      case when n % 625 = 0 then 'REJECTED' when n % 50 = 0 then 'UNDER_REVIEW' else 'PENDING' end,
      timestamptz '2026-06-30' - (n / 2) * (${MONTHS} * interval '30 days' / (${REQUESTS} / 2)),
      ' seen' || case when n > 11000 then ' ancient' else '' end || case when n % 8 = 0 then ' eighth' else '' end ||
        case when n % 500 = 0 then ' rare' else '' end || case when n <= 1200 then ' fresh' else '' end ||
        case when n between 3000 and 8000 then ' middle' else '' end || ' ',
      case when n % 11 = 0 or n <= 400 then ${staff.id} end
    from generate_series(${first}::int, ${last}::int) n
    join projects on account_id = case when n % 13 = 0 then ${customer.id} else ${staff.id} end
      and name = case when n % 7 = 0 then ${PROJECT} else 'Soybean_Trial' end`.execute(server.deps.db),
  )
  await sql`analyze analyses`.execute(server.deps.db)
  const kept = await sql<Row>`
    select id, status, search_words as words, submitted_at as at, project_name as project, account_id as customer,
      coalesce(assignee_id, 'nobody') as assignee from analyses order by submitted_at desc, id desc`.execute(
    server.deps.db,
  )
  rows = kept.rows
})
afterAll(() => server.close())

type Filter = { project?: string; assignee?: string; userId?: string; fromDate?: string; toDate?: string }
type Case = Filter & { search?: string; first?: VisibleStatus }

/** The ids of people exist only once the server does. */
const named = <Named extends Filter>({ assignee, userId, ...query }: Named) => ({
  ...query,
  ...(assignee && { assignee }),
  ...(userId && { userId: customer.id }),
})

const filtered = ({ project, assignee, userId, fromDate, toDate }: Filter): Row[] =>
  rows.filter(
    (row) =>
      (!project || row.project.replaceAll('_', ' ') === project) &&
      (!assignee || row.assignee === (assignee === 'me' ? staff.id : assignee)) &&
      (!userId || row.customer === customer.id) &&
      (!fromDate || row.at >= new Date(fromDate)) &&
      (!toDate || row.at <= new Date(toDate)),
  )

const inOrder = ({ search = '', first, ...filter }: Case): string[] => {
  const parts = search.split(' ').map((word, at, all) => ` ${word}${at < all.length - 1 ? ' ' : ''}`)
  const found = filtered(filter).filter(({ words }) => parts.every((part) => search === '' || words.includes(part)))
  const lifted = found.filter(({ status }) => status === first)
  return [...lifted, ...found.filter(({ status }) => status !== first)].map(({ id }) => id)
}

async function page(query: Case & { from?: string; after?: string; pageSize?: string }) {
  const { status, body } = await server.call('listAllAnalyses', { token: staff.token, query: named(query) })
  expect(status).toBe(200)
  return { ...body, ids: body.data.map(({ analysisRequestId }) => analysisRequestId) }
}

const searches = [
  undefined,
  'seen',
  'eighth',
  'ancient',
  'middle',
  'fresh',
  'rare',
  'se',
  'eighth mid',
  'mid eighth',
  'rare see',
  'middle fre',
  'nowhere',
]
const cases: Case[] = searches.flatMap((search) =>
  [undefined, 'REJECTED', 'PENDING'].map((first) => ({ ...(search && { search }), ...(first && { first }) }) as Case),
)

const MIDDLE_YEAR = { fromDate: '2024-01-01T00:00:00.000Z', toDate: '2024-12-31T23:59:59.999Z' }
const filters: Case[] = [
  { project: PROJECT },
  { project: 'Soybean Trial', first: 'REJECTED' },
  { project: 'Soybean' },
  { assignee: 'nobody' },
  { assignee: 'me', first: 'UNDER_REVIEW' },
  { assignee: 'me', project: PROJECT, search: 'eighth' },
  { userId: 'customer', search: 'mid eighth' },
  { userId: 'customer', assignee: 'nobody', first: 'REJECTED' },
  MIDDLE_YEAR,
  { ...MIDDLE_YEAR, project: PROJECT, first: 'REJECTED' },
  { ...MIDDLE_YEAR, search: 'seen' },
  { fromDate: '2030-01-01T00:00:00.000Z', search: 'seen' },
]

describe.each([...cases, ...filters])('the list %j', (query) => {
  test('is ordered over all pages, up to its end or the tenth page', async () => {
    const expected = inOrder(query)
    const seen: string[] = []
    let after: string | null = null
    for (let pages = 0; pages < 10 && (pages === 0 || after !== null); pages += 1) {
      const read: Awaited<ReturnType<typeof page>> = await page({ ...query, pageSize: '100', ...(after && { after }) })
      seen.push(...read.ids)
      after = read.next
    }
    expect(seen).toEqual(expected.slice(0, 1000))
    expect(after === null).toBe(expected.length <= 1000)
  })

  test('is counted up to a limit, and has pages by number', async () => {
    const expected = inOrder(query)
    const most = query.search || query.project || query.assignee || query.userId ? 100 : 10_000
    for (const from of [0, 1, 3, 19, 200]) {
      const { ids, total, isTotalExact } = await page({ ...query, from: String(from) })
      expect(ids).toEqual(expected.slice(from * 50, (from + 1) * 50))
      expect({ total, isTotalExact }).toEqual({
        total: Math.min(expected.length, most),
        isTotalExact: expected.length <= most,
      })
    }
  })
})

test.each<Filter>([{}, { project: PROJECT }, { assignee: 'me' }, { userId: 'customer', ...MIDDLE_YEAR }, MIDDLE_YEAR])(
  'the requests of %j are counted by status',
  async (filter) => {
    const { body } = await server.call('countAnalyses', { token: staff.token, query: named(filter) })
    const most = filter.project || filter.assignee || filter.userId ? 100 : 1000
    expect(body.data).toEqual(
      ['PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED'].map((status) => {
        const count = filtered(filter).filter((row) => row.status === status).length
        return { status, total: Math.min(count, most), isTotalExact: count <= most }
      }),
    )
  },
)

test('a range of dates that ends before it starts is rejected', async () => {
  const query = { fromDate: MIDDLE_YEAR.toDate, toDate: MIDDLE_YEAR.fromDate }
  for (const call of ['listAllAnalyses', 'countAnalyses'] as const)
    expect(await server.call(call, { token: staff.token, query })).toMatchObject({ status: 400 })
})
