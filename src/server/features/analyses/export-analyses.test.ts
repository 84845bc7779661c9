import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { REPORT_CATEGORIES } from '#domain/analyses.ts'
import { BYTE_ORDER_MARK } from '#domain/csv.ts'
import { inBatches } from '#server/testing/server/in-batches.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import type { Actor } from '../../actor.ts'
import { IDS_PER_QUERY } from '../../lists/export-list.ts'
import { exportAnalyses } from './export-analyses.ts'

/** More than are looked up in one query. */
const REQUESTS = 1.5 * IDS_PER_QUERY

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
  customer = await createUser(server, { fullName: '=Carol Customer' })
  // Two rows per timestamp, so that the id orders them.
  await inBatches(REQUESTS, (first, last) =>
    sql`
    insert into analyses (id, account_id, project_id, description, report_categories, status, submitted_at, search_words)
    select md5(n::text), ${customer.id}, (select id from projects where account_id = ${customer.id}), '', '{}', case when n % 100 = 0 then 'REJECTED' else 'PENDING' end,
      timestamptz '2026-06-30' - (n / 2) * interval '1 hour', ' seen' || case when n % 2 = 0 then ' even' else '' end || ' '
    from generate_series(${first}::int, ${last}::int) n`.execute(server.deps.db),
  )
})
afterAll(() => server.close())

async function exportList(
  name: EndpointName,
  { query = '', body, token = staff.token }: Options = {},
): Promise<Response> {
  const { method } = api[name]
  return fetch(`${server.url}${pathOf(api[name])}?${query}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
type Options = { query?: string; body?: object; token?: string }

const linesOf = async (response: Response) => (await response.text()).split('\r\n').slice(1, -1)
const idsOf = async (query: string) =>
  (await linesOf(await exportList('exportAnalyses', { query }))).map((line) => line.split(',', 1)[0])

const idsWhere = async (condition: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from analyses where ${sql.raw(condition)} order by submitted_at desc, id desc`.execute(server.deps.db)
  return rows.map(({ id }) => id)
}

test('every request is exported once, over many pages, in the order of the list', async () => {
  expect(await idsOf('')).toEqual(await idsWhere('true'))
  expect(await idsOf('search=even')).toEqual(await idsWhere("search_words like '% even %'"))
  expect(await idsOf('first=REJECTED')).toEqual([
    ...(await idsWhere("status = 'REJECTED'")),
    ...(await idsWhere("status <> 'REJECTED'")),
  ])
  expect(await idsOf('search=unknown')).toEqual([])
  expect(await idsOf('assignee=nobody&project=Soybean Trial&first=REJECTED&toDate=2026-05-31T00:00:00Z')).toEqual([
    ...(await idsWhere("submitted_at <= '2026-05-31' and status = 'REJECTED'")),
    ...(await idsWhere("submitted_at <= '2026-05-31' and status <> 'REJECTED'")),
  ])
  expect(await idsOf('assignee=me')).toEqual([])
})

test('a request has the columns of the screen, and no cell is a spreadsheet formula', async () => {
  const start = {
    fileName: encodeURIComponent('Feld Süd 100%.zip'),
    description: '@SUM(1)',
    reportCategories: ['heatMaps'],
  }
  const content = Buffer.alloc(1000, 7)
  const { analysisRequestId } = await submitArchive(server, customer, { content, start })
  // What runs have made is no file of the report.
  await sql`
    insert into files (account_id, project_id, analysis_id, kind, file_name, storage_key, bytes, created_at)
    select account_id, project_id, analysis_id, other, file_name, 'none', 1, created_at
    from files, unnest(array['REPORT', 'PRODUCT', 'PRODUCT']) as other where analysis_id = ${analysisRequestId}`.execute(
    server.deps.db,
  )
  const response = await exportList('exportAnalyses', { query: 'search=Feld' })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const [head, row] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n')
  expect(head).toBe(
    `${BYTE_ORDER_MARK}Request,Full Name,Email,Project Name,Submitted At (UTC),Status,File Name,Bytes,Requested outputs,Description,Message,Report files,Assigned to`,
  )
  const { body } = await server.call('getAnalysis', { token: staff.token, query: { analysisRequestId } })
  expect(row).toBe(
    `${analysisRequestId},'=Carol Customer,${customer.email},Soybean Trial,${body.data.submittedTime},Pending,Feld Süd 100%.zip,1000,${REPORT_CATEGORIES.heatMaps},'@SUM(1),,1,`,
  )
})

test('users and the activity log are exported too, as far as they match', async () => {
  const users = await linesOf(await exportList('exportUsers', { body: { searchReq: { fullName: 'Carol' } } }))
  expect(users).toEqual([expect.stringMatching(/^'=Carol Customer,.+,Approved,USER,.+Z,Soybean Trial,,,yes$/)])
  const query = `subject=user:${customer.id}`
  const log = await server.call('listActivity', { token: staff.token, query: { subject: `user:${customer.id}` } })
  const lines = await linesOf(await exportList('exportActivity', { query }))
  expect(lines.map((line) => line.split(',', 1)[0])).toEqual(log.body.data.map(({ time }) => time))
})

test('an export stops when its staff member is revoked', async () => {
  const leaving = await createStaff(server)
  const pages = exportAnalyses(server.deps, { userId: leaving.id } as Actor, {})[Symbol.asyncIterator]()
  expect((await pages.next()).done).toBe(false)
  await server.deps.db.updateTable('users').set({ status: 'ON_HOLD' }).where('id', '=', leaving.id).execute()
  await expect(pages.next()).rejects.toMatchObject({ code: 'forbidden' })
})
