import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { minutes } from '#domain/units.ts'
import { longestStall } from '#server/testing/server/event-loop-stall.ts'
import { openTestDatabase } from '#server/testing/server/test-database.ts'
import type { OpenDatabase } from '../adapters/db/open.ts'
import type { Schema } from '../adapters/db/schema.ts'
import { openQueue } from '../adapters/queue/open-queue.ts'
import { openLocalStorage } from '../adapters/storage/local/local-storage.ts'
import { openCompute } from '../compute/pool.ts'
import type { Deps } from '../deps.ts'
import { jobs } from '../jobs.ts'
import { purgeExpired } from './accounts/purge-expired.ts'
import { purgeRateLimits } from './accounts/purge-rate-limits.ts'
import { backfillRenamed } from './analyses/reindex-requests.ts'
import { backfillFiles } from './files/backfill-files.ts'
import { verifyFiles } from './files/verify-files.ts'
import { expireUploads } from './uploads/expire-uploads.ts'

const ROWS = 20_000
const STALL_MAX_MS = 100
/** Rows per statement, to stay below the statement timeout of five seconds. */
const FILL_ROWS = 2500
vi.setConfig({ testTimeout: minutes(3) })

/** Old enough for every job, one second apart. */
const old = (days: number) => `now() - interval '${days} days' + n * interval '1 second'`

/** No worker runs here, so that enqueued jobs can be counted. */
let database: OpenDatabase
let deps: Pick<Deps, 'db' | 'queue' | 'now' | 'log' | 'storage' | 'embeddedStore' | 'compute'>
const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-periodic-'))
beforeAll(async () => {
  const [log, now] = [pino({ level: 'silent' }), () => new Date()]
  database = await openTestDatabase()
  const queue = await openQueue({ db: database.db, connection: database.queueConnection, jobs, log, jobWeights: [] })
  const store = await openLocalStorage({
    folder,
    publicUrl: 'http://periodic.example',
    signingKey: randomBytes(32),
    now,
  })
  deps = { db: database.db, queue, now, log, storage: store, embeddedStore: store, compute: openCompute() }
  for (const statement of SINGLE_ROWS) await sql.raw(statement).execute(deps.db)
  for (const statement of MANY_ROWS)
    for (let from = 0; from < ROWS; from += FILL_ROWS) {
      const rows = `generate_series(${from + 1}, ${from + FILL_ROWS}) n`
      await sql.raw(`${statement} from ${rows}`).execute(deps.db)
    }
  await sql`analyze`.execute(deps.db)
}, minutes(3))
afterAll(async () => {
  await deps.queue.stop()
  await deps.compute.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const SINGLE_ROWS = [
  `insert into users (id, email, full_name, password_hash, role, status, created_at)
    values ('one', 'one@many.example', 'One', '', 'USER', 'PENDING', now())`,
  `insert into projects (id, account_id, name, assigned) values ('one', 'one', 'Trial', true)`,
  `insert into analyses (id, account_id, project_id, description, report_categories, status, submitted_at)
    values ('one', 'one', 'one', '', '{}', 'PENDING', now())`,
  `insert into sessions (id, user_id, created_at, used_at) values ('in use', 'one', now(), now())`,
  `insert into sessions (id, user_id, created_at, used_at) values ('used for years', 'one', ${old(100)}, ${old(100)})`.replaceAll(
    'n *',
    '1 *',
  ),
]
const MANY_ROWS = [
  `insert into files (id, analysis_id, account_id, project_id, kind, file_name, storage_key, bytes, created_at)
    select 'file ' || n, 'one', 'one', 'one', 'ARCHIVE', 'a.zip', 'one/' || n || '/a.zip', 1, ${old(3)}`,
  ...['idle', 'arrived'].map(
    (
      what,
    ) => `insert into uploads (id, analysis_id, account_id, user_id, kind, file_name, storage_key, total_parts, part_bytes, state,
      started_at, touched_at, receipts, storage_upload_id)
    select '${what} ' || n, 'one', 'one', 'one', 'REPORT', 'a.pdf', 'one/' || n || '/a.pdf', 1, 1, 'OPEN',
      ${old(9)}, ${old(9)}, ${what === 'idle' ? 'null' : "'[]'::jsonb"}, '${what} ' || n`,
  ),
  `insert into sessions (id, user_id, created_at, used_at) select n, 'one', ${old(100)}, ${old(100)}`,
  `insert into rotations (session_id, generation, used_at) select 'used for years', n, ${old(100)}`,
  `insert into users (id, email, full_name, password_hash, role, status, created_at)
    select n, n || '@many.example', 'Many', '', 'USER', 'PENDING', now()`,
  `insert into codes (user_id, purpose, code_hash, expires_at) select n, 'RESET', '', ${old(3)}`,
  `insert into emails (id, to_email, subject, text, html, created_at, status, settled_at)
    select n, n || '@many.example', 'Lost', repeat('Dear ', 400), repeat('Dear ', 800), ${old(40)}, 'FAILED', ${old(40)}`,
  `insert into notices (id, user_id, kind, subject, facts, created_at)
    select n, 'one', 'account-message', 'user:one', '{}', ${old(100)}`,
  `insert into audit (at, actor_id, action, subject, request_id, address)
    select ${old(1)}, n, 'account.renamed', 'user:' || n, '', ''`,
  `insert into rate_limit_hits (key, at) select n, ${old(3)}`,
  `insert into rate_limit_buckets (key, full_at) select n, ${old(3)}`,
  `insert into login_attempts (key, attempts, attempted_at) select n, 1, ${old(3)}`,
]

async function jobsOf(...names: string[]): Promise<number[]> {
  const counts = names.map(async (name) => {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from queue.job where name like ${`${name}%`}`.execute(deps.db)
    return rows[0]?.jobs ?? 0
  })
  return Promise.all(counts)
}

const countOf = async (table: keyof Schema) => (await deps.db.selectFrom(table).selectAll().execute()).length

/** Runs a job twice, as after a crash, and returns the longest stall of both runs. */
const twice = (job: () => Promise<unknown>) =>
  longestStall(async () => {
    await job()
    await job()
  })

test('each file without results is enqueued once, without stalling the event loop', async () => {
  expect(
    await twice(() => backfillFiles({ ...deps, config: { virusScan: { command: ['scan'], env: {} } } })),
  ).toBeLessThan(STALL_MAX_MS)
  expect(await jobsOf('check-file/')).toEqual([ROWS])
  expect(await countOf('work')).toBe(ROWS)
})

test('each idle upload is expired and each arrived one finished once, without stalling the event loop', async () => {
  expect(await twice(() => expireUploads(deps))).toBeLessThan(STALL_MAX_MS)
  expect(await jobsOf('delete-upload-data', 'finish-upload')).toEqual([ROWS, ROWS])
})

test('each renamed user is enqueued once for reindexing, without stalling the event loop', async () => {
  expect(await twice(() => backfillRenamed(deps))).toBeLessThan(STALL_MAX_MS)
  expect(await jobsOf('reindex-user')).toEqual([ROWS])
})

test('expired rows are purged without stalling the event loop', async () => {
  expect(await twice(() => purgeExpired(deps))).toBeLessThan(STALL_MAX_MS)
  expect(await twice(() => purgeRateLimits(deps))).toBeLessThan(STALL_MAX_MS)
  const tables = [
    'rotations',
    'codes',
    'emails',
    'notices',
    'rateLimitHits',
    'rateLimitBuckets',
    'loginAttempts',
  ] as const
  expect(await Promise.all(tables.map(countOf))).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(await deps.db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'in use' }])
})

test('files are verified without stalling the event loop', async () => {
  await sql`update files set sha256 = 'of what arrived'`.execute(deps.db)
  expect(await longestStall(() => verifyFiles(deps, {}))).toBeLessThan(STALL_MAX_MS)
})
