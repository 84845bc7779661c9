import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VisibleStatus } from '#domain/analyses.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, type TestUser } from '#server/testing/server/users.ts'

/** More than a search scans row by row, and more months than rows on a page. */
const REQUESTS = 12_500
const MONTHS = 40

type Row = { id: string; status: VisibleStatus; words: string }

let server: TestServer
let staff: TestUser
/** All requests, newest first. */
let rows: Row[]
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  // Two rows per timestamp, so that the id orders them. The newest is number 1.
  await sql`
    insert into analyses (id, user_id, project_type, description, report_categories, status, submitted_at, search_words)
    select md5(n::text), ${staff.id}, 'Soybean_Trial', '', '{}',
      case when n % 625 = 0 then 'REJECTED' when n % 50 = 0 then 'UNDER_REVIEW' else 'PENDING' end,
      timestamptz '2026-06-30' - (n / 2) * (${MONTHS} * interval '30 days' / (${REQUESTS} / 2)),
      ' seen' || case when n > 11000 then ' ancient' else '' end || case when n % 8 = 0 then ' eighth' else '' end ||
        case when n % 500 = 0 then ' rare' else '' end || case when n <= 1200 then ' fresh' else '' end ||
        case when n between 3000 and 8000 then ' middle' else '' end || ' '
    from generate_series(1, ${REQUESTS}::int) n`.execute(server.deps.db)
  await sql`analyze analyses`.execute(server.deps.db)
  const kept = await sql<Row>`
    select id, status, search_words as words from analyses order by submitted_at desc, id desc`.execute(server.deps.db)
  rows = kept.rows
})
afterAll(() => server.close())

type Case = { search?: string; first?: VisibleStatus }

const inOrder = ({ search = '', first }: Case): string[] => {
  const parts = search.split(' ').map((word, at, all) => ` ${word}${at < all.length - 1 ? ' ' : ''}`)
  const found = rows.filter(({ words }) => parts.every((part) => search === '' || words.includes(part)))
  const lifted = found.filter(({ status }) => status === first)
  return [...lifted, ...found.filter(({ status }) => status !== first)].map(({ id }) => id)
}

async function page(query: Case & { from?: string; after?: string; pageSize?: string }) {
  const { status, body } = await server.call('listAllAnalyses', { token: staff.token, query })
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

describe.each(cases)('the list %j', (query) => {
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
    const most = query.search ? 100 : 10_000
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
