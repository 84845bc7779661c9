import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { minutes } from '#domain/units.ts'
import { type BackupResult, createBackup } from '#server/backup/create-backup.ts'
import { dumpTables } from '#server/backup/dump-tables.ts'
import { readNdjson } from '#server/backup/ndjson.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import type { Source } from '#server/backup/source.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { deriveKeys } from '#server/secrets/keys.ts'
import { waitForJobs } from './emails.ts'
import { createWaitingRun } from './fixtures.ts'
import { codeOf, switchOnFactor } from './second-factor.ts'
import { openTestServer, type TestServer } from './test-server.ts'
import { attachReportFile, sendParts, startArchive, submitArchive } from './uploads.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from './users.ts'

export const SECRET_KEY = '5e'.repeat(32)
const log = pino({ level: 'silent' })
const now = () => new Date()

/** Where a test puts its backups and data folders; removed at the end. */
export type Scratch = { folder: string; place: () => Record<string, string>; remove: () => void }

export function makeScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-backup-'))
  let places = 0
  return {
    folder,
    place: () => ({ DATA_DIR: join(folder, `place-${(places += 1)}`), SECRET_KEY }),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

export const configOf = (place: Record<string, string>): Config =>
  readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PART_BYTES: '65536', ...place })

/** The backup source of a running server. */
export const sourceOf = ({ deps: { db, storage, keys } }: TestServer): Source => ({
  db,
  storage,
  keys,
  settings: {},
})

export const backUp = (
  server: TestServer,
  folder: string,
  options: { at?: Date; keep?: number } = {},
): Promise<BackupResult> =>
  createBackup(sourceOf(server), folder, {
    now: options.at ?? new Date(),
    version: 'test',
    ...(options.keep === undefined ? {} : { keep: options.keep }),
  })

export const restore = (
  place: Record<string, string>,
  backup: string,
  options: { unsigned?: boolean; purgedList?: string } = {},
) => restoreBackup(configOf(place), backup, { log, now, ...options })

/** The keys of all data folders of these tests. */
export const KEYS = deriveKeys(Buffer.from(SECRET_KEY, 'hex'))

/** A server with data in every table. */
export type Filled = {
  staff: TestUser
  customer: TestUser
  factorKey: string
  requests: { id: string; content: Buffer }[]
  report: { id: string; content: Buffer }
}

export async function fill(server: TestServer): Promise<Filled> {
  const [staff, customer] = [await createStaff(server), await createUser(server, { fullName: 'Ünïcode “\u2028” 測試' })]
  const { key: factorKey } = await switchOnFactor(server, customer)
  const requests = []
  for (const bytes of [1, 70_000, 200_001]) {
    const content = Buffer.alloc(bytes, bytes % 251)
    const start = { totalChunks: Math.ceil(bytes / 65_536) }
    requests.push({ id: (await submitArchive(server, customer, { content, start })).analysisRequestId, content })
  }
  const report = { id: requests[1]?.id ?? '', content: Buffer.from('a map of the field') }
  await attachReportFile(server, staff, { ...report, publish: 'true' })
  const twice = await submitArchive(server, customer, { content: report.content })
  requests.push({ id: twice.analysisRequestId, content: report.content })
  await fillRun(server, { analysisId: report.id, staff })
  const open = await startArchive(server, customer, { content: Buffer.alloc(100_000), start: { totalChunks: 2 } })
  await sendParts(open.body.data, Buffer.alloc(100_000))
  const words = { name: 'Visitor', email: 'visitor@example.org', message: 'Line one\nline two', website: '' }
  await server.call('sendMessage', { body: words })
  return { staff, customer, factorKey, requests, report }
}

/** A run that made the file of a report. */
async function fillRun({ deps: { db } }: TestServer, run: { analysisId: string; staff: TestUser }): Promise<void> {
  const runId = await createWaitingRun(db, run.analysisId)
  const at = new Date()
  await db.updateTable('work').set({ state: 'DONE' }).where('id', '=', runId).execute()
  await db.updateTable('runs').set({ startedBy: run.staff.id }).where('id', '=', runId).execute()
  await db.insertInto('runLines').values({ runId, number: 0, at, line: 'All photos are here' }).execute()
  const file = db.updateTable('files').set({ runId, productKind: 'orthomosaic' })
  await file.where('analysisId', '=', run.analysisId).where('kind', '=', 'REPORT').execute()
}

/** The rows of a database or a backup, without what a restore changes. */
export async function rowsOf(from: TestServer | string, scratch: Scratch): Promise<Record<string, unknown[]>> {
  const folder = typeof from === 'string' ? from : mkdtempSync(join(scratch.folder, 'rows-'))
  const fileOf = (table: string) => join(folder, 'tables', `${table}.ndjson.gz`)
  if (typeof from !== 'string') {
    mkdirSync(join(folder, 'tables'))
    await dumpTables(from.deps.db, fileOf)
  }
  const all: Record<string, unknown[]> = {}
  for (const table of TABLES) {
    const rows: unknown[] = []
    for await (const line of readNdjson(fileOf(table))) rows.push(unchanged(JSON.parse(line) as Row))
    all[table] = rows
  }
  return all
}

type Row = Record<string, unknown>

const TABLES =
  'users second_factors recovery_codes codes rate_limit_hits rate_limit_buckets login_attempts sessions rotations analyses uploads runs run_lines files reports audit emails messages notices email_settings'.split(
    ' ',
  )

/** A restore ends sessions and cancels open uploads. */
function unchanged(row: Row): Row {
  const { ended_at: _ended, ...rest } = row
  if (!('storage_key' in rest)) return rest
  const { receipts: _receipts, ...upload } = rest
  return upload['state'] === 'OPEN' ? { ...upload, state: 'ABANDONED' } : upload
}

/** All data exists, users can log in, and downloads equal the uploads. */
export async function expectWhole(place: Record<string, string>, filled: Filled): Promise<void> {
  const server = await openTestServer({}, { over: place })
  try {
    const { staff, customer, factorKey } = filled
    const sessions = server.deps.db.selectFrom('sessions').select('id')
    expect(await sessions.execute()).not.toEqual([])
    expect(await sessions.where('endedAt', 'is', null).execute()).toEqual([])
    const plain = await server.call('logIn', { body: { email: customer.email, password: PASSWORD } })
    expect(plain.body.errors).toEqual([expect.objectContaining({ field: 'code' })])
    // A later step than that of the confirming code, which can't be used again.
    server.advance(minutes(1))
    const code = codeOf(server, factorKey)
    const login = await server.call('logIn', { body: { email: customer.email, password: PASSWORD, code } })
    expect(login.status).toBe(200)

    const admin = await server.call('logIn', { body: { email: staff.email, password: PASSWORD } })
    expect(admin.status).toBe(200)
    for (const { id, content } of filled.requests) expect(await storedArchive(server, id)).toEqual(content)
    const { id, content } = filled.report
    const found = await server.call('getReport', {
      token: login.body.data.accessToken,
      query: { analysisRequestId: id },
    })
    const url = found.body.data?.reportUrls[0] ?? ''
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(content)

    // Removing a file must delete its object, so the rows must refer to the right objects.
    const query = {
      analysisRequestId: id,
      storedName: decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''),
    }
    const token = admin.body.data.accessToken
    expect((await server.call('removeReportFile', { token, query })).status).toBe(200)
    await waitForJobs(server, 'remove-object')
    expect((await fetch(url)).status).toBe(404)
  } finally {
    await server.close()
  }
}

export async function storedArchive(server: TestServer, id: string): Promise<Buffer> {
  const archive = server.deps.db
    .selectFrom('files')
    .selectAll()
    .where('analysisId', '=', id)
    .where('kind', '=', 'ARCHIVE')
  const { storageKey } = await archive.executeTakeFirstOrThrow()
  const pieces: Buffer[] = []
  for await (const piece of server.deps.storage.read({ key: storageKey })) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}
