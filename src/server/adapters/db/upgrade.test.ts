import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readManifest } from '#server/backup/manifest.ts'
import { openPlainDatabase, type PlainDatabase } from '#server/backup/source.ts'
import { jobRuns } from '#server/jobs.ts'
import { configOf, KEYS, makeScratch, restore } from '#server/testing/server/backups.ts'
import { createEmptyDatabase } from '#server/testing/server/test-database.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive } from '#server/testing/server/uploads.ts'
import { PASSWORD } from '#server/testing/server/users.ts'
import { linesOf, SCHEMA_BEFORE, unpackVersionBefore, type VersionBefore } from '#server/testing/version-before/open.ts'
import { migrate } from './migrate.ts'

const scratch = makeScratch()
const toRemove: (() => Promise<void>)[] = []
let before: VersionBefore
beforeAll(() => {
  before = unpackVersionBefore(scratch.folder)
})
afterAll(async () => {
  for (const remove of toRemove) await remove()
  scratch.remove()
})

type Row = Record<string, unknown>

/** An empty target, over the database of this test run. */
async function newInstallation(): Promise<Record<string, string>> {
  const settings = scratch.place()
  mkdirSync(settings['DATA_DIR'] ?? '')
  if (!inject('postgresUrl')) return settings
  const { env, remove } = await createEmptyDatabase()
  toRemove.push(remove)
  return { ...settings, ...env }
}

const tables = async () => (await readManifest(before.backup, KEYS)).tables.map(({ name }) => name)

/** The database of the version before, with its rows. */
async function openBefore(): Promise<PlainDatabase> {
  const plain = await openPlainDatabase(configOf(await newInstallation()), pino({ level: 'silent' }))
  await migrate(plain.db, SCHEMA_BEFORE)
  for (const table of await tables()) {
    const rows = `[${(await linesOf(before, table)).join(',')}]`
    await sql`insert into ${sql.table(table)} overriding system value
      select * from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(plain.db)
  }
  return plain
}

type Digest = { rows: number; sha256: string }

/** The number of rows of a table, and a hash over these columns of them. */
function digestOf(rows: readonly Row[], columns: readonly string[]): Digest {
  const lines = rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
  return { rows: rows.length, sha256: createHash('sha256').update(lines.join('\n')).digest('hex') }
}

async function rowsOf({ db }: Pick<PlainDatabase, 'db'>, table: string): Promise<Row[]> {
  const { rows } = await sql<{
    line: string
  }>`select row_to_json(kept)::text as line from ${sql.table(table)} kept`.execute(db)
  return rows.map(({ line }) => JSON.parse(line) as Row)
}

describe('a database of the previous version', () => {
  let plain: PlainDatabase
  let digestsBefore: Record<string, Digest>
  let digestsAfter: Record<string, Digest>
  beforeAll(async () => {
    plain = await openBefore()
    const columns: Record<string, string[]> = {}
    const digests = async () => {
      const all: Record<string, Digest> = {}
      for (const table of await tables()) {
        const rows = await rowsOf(plain, table)
        columns[table] ??= Object.keys(rows[0] ?? {})
        all[table] = digestOf(rows, columns[table])
      }
      return all
    }
    digestsBefore = await digests()
    await migrate(plain.db)
    digestsAfter = await digests()
  })
  afterAll(() => plain.close())

  test('keeps every row and every value', async () => {
    for (const table of await tables()) expect(digestsBefore[table]?.rows).toBe((await linesOf(before, table)).length)
    expect(digestsAfter).toEqual(digestsBefore)
  })

  test('has its files, uploads and projects in the new columns', async () => {
    const [users, uploads, files, analyses, projects] = await Promise.all(
      ['users', 'uploads', 'files', 'analyses', 'projects'].map((table) => rowsOf(plain, table)),
    )
    const uploadOf = new Map(uploads?.map((upload) => [upload['id'], upload]))
    expect(new Set(files?.map(({ id }) => id)).size).toBe(files?.length)
    for (const file of files ?? []) {
      const upload = uploadOf.get(file['upload_id'])
      const { user_id: addedBy, remarks, sender_digest: senderDigest } = upload ?? {}
      expect(file).toMatchObject({ added_by: addedBy, remarks, sender_digest: senderDigest })
    }
    expect(files?.filter((file) => file['sender_digest'])).toHaveLength(1)
    for (const { id, storage_upload_id: stored } of uploads ?? []) expect(stored).toBe(id)

    const projectOf = new Map(projects?.map((project) => [project['id'], project]))
    for (const request of analyses ?? [])
      expect(projectOf.get(request['project_id'])).toMatchObject({
        user_id: request['user_id'],
        name: request['project_type'],
      })
    for (const { id, project_types: names } of users ?? []) {
      const assigned = projects?.filter((project) => project['user_id'] === id && project['assigned']) ?? []
      const inOrder = assigned.sort((a, b) => Number(a['position']) - Number(b['position']))
      expect(inOrder.map(({ name }) => name)).toEqual(names)
    }
    expect(projects?.filter(({ assigned }) => !assigned).map(({ name }) => name)).toEqual(['Gone_Trial'])
  })

  test('is written by both versions: each reads under its names the rows of the other', async () => {
    for (const [statement, rows] of BOTH_VERSIONS)
      expect({ statement, rows: (await sql.raw(statement).execute(plain.db)).rows }).toEqual({ statement, rows })
  })
})

/** Statements of the version before and of this one, with their results. */
const BOTH_VERSIONS: [statement: string, rows: Row[]][] = [
  [
    `insert into letters (id, to_email, subject, text, html, created_at, sent_at) values ('both', 'a@b', 's', 't', 'h', now(), null)`,
    [],
  ],
  [`select status, attempts from emails where id = 'both' for update`, [{ status: 'WAITING', attempts: 0 }]],
  [`update emails set attempts = 1, unknown_attempts = 2, last_error = 'busy' where id = 'both'`, []],
  [
    `select delivery, send_tries, unsure_tries, last_answer from letters where id = 'both' for update`,
    [{ delivery: 'WAITING', sendTries: 1, unsureTries: 2, lastAnswer: 'busy' }],
  ],
  [`update letters set delivery = 'FAILED', settled_at = now() where id = 'both' and send_tries = 1`, []],
  [`select status from emails where id = 'both'`, [{ status: 'FAILED' }]],

  ...([1, 2] as const).map((tries): [string, Row[]] => [
    `insert into login_tries as counted (key, tries, tried_at) values ('both', 1, now()) on conflict (key) do update
      set tries = counted.tries + 1, tried_at = now() where counted.tries < 5 returning tries`,
    [{ tries }],
  ]),
  [`update login_attempts set attempts = attempts + 1 where key = 'both' returning attempts`, [{ attempts: 3 }]],
  [`select tries from login_tries where key = 'both'`, [{ tries: 3 }]],

  [`insert into limit_hits (key, at, what) values ('both', now(), 'a')`, []],
  [`select subject from rate_limit_hits where key = 'both'`, [{ subject: 'a' }]],
  [`insert into rate_limit_hits (key, at, subject) values ('both', now(), 'b')`, []],
  [`delete from limit_hits where key = 'both' returning what`, [{ what: 'a' }, { what: 'b' }]],
  [`select key from rate_limit_hits where key = 'both'`, []],

  [
    `insert into limit_buckets as bucket (key, full_at) values ('both', '2026-01-01') on conflict (key) do update
      set full_at = bucket.full_at returning key`,
    [{ key: 'both' }],
  ],
  [`delete from rate_limit_buckets where key = 'both' returning key`, [{ key: 'both' }]],
  [`select key from limit_buckets where key = 'both'`, []],

  ['delete from secret_key_id', []],
  [`insert into key_of_data (key_id) values ('both') on conflict do nothing`, []],
  [`insert into key_of_data (key_id) values ('another') on conflict do nothing`, []],
  ['select key_id from secret_key_id', [{ keyId: 'both' }]],
]

const customerOf = async ({ deps }: TestServer, project: string) => {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where ${project} = any(project_types)`.execute(deps.db)
  return rows[0] ?? { id: '', email: '' }
}
const logIn = async (server: TestServer, email: string) => {
  const { body } = await server.call('logIn', { body: { email, password: PASSWORD } })
  return body.data
}

describe('a backup of the previous version', () => {
  let server: TestServer
  beforeAll(async () => {
    const settings = await newInstallation()
    await restore(settings, before.backup)
    server = await openTestServer({}, { over: settings, runsJobs: false })
  })
  afterAll(() => server.close())

  test('is restored with every file, and its queued jobs run', async () => {
    const { db, storage } = server.deps
    const files = await db.selectFrom('files').selectAll().execute()
    expect(files).toHaveLength((await linesOf(before, 'files')).length)
    const unread = files.filter(({ sha256 }) => sha256 === null).map(({ fileName }) => fileName)
    expect(unread.sort()).toEqual(['unread.csv', 'unread.zip'])
    const never = new AbortController().signal
    for (const { name, data } of before.jobs) {
      const { job, run } = jobRuns.find((known) => known.job.name === name) ?? {}
      if (!job || !run) throw new Error(`Nothing runs ${name}`)
      await run(server.deps, job.payload.parse(data) as never, { signal: never, report: () => undefined })
    }
    for (const { storageKey, sha256 } of await db.selectFrom('files').selectAll().execute()) {
      const hash = createHash('sha256')
      for await (const piece of storage.read({ key: storageKey })) hash.update(piece)
      expect(hash.digest('hex')).toBe(sha256)
    }
  })

  test('shows the same requests, reports and projects', async () => {
    const { email } = await customerOf(server, 'Rye')
    const dora = await logIn(server, email)
    expect(dora.assignedProjects).toEqual(['Maize', 'Rye'])
    const { data: mine } = (await server.call('listMyAnalyses', { token: dora.accessToken })).body
    expect(mine.map(({ projectType, status }) => [projectType, status])).toEqual([
      ['Gone_Trial', 'PENDING'],
      ['Maize', 'PROCESSED'],
    ])
    const query = { analysisRequestId: mine[1]?.analysisRequestId ?? '' }
    const report = await server.call('getReport', { token: dora.accessToken, query })
    expect(report.body.data?.receipts.map(({ fileName }) => fileName)).toEqual(['unread.csv'])
    const content = Buffer.from('a new archive')
    const start = { projectType: 'Rye' }
    const started = await startArchive(server, { token: dora.accessToken }, { content, start })
    await sendParts(started.body.data, content)
    expect(started.status).toBe(200)
  })

  test('both versions run side by side: this one completes an upload that the other started, and shows its file with its receipt', async () => {
    const { db, storage } = server.deps
    const { email } = await customerOf(server, 'Rye')
    const { accessToken: token } = await logIn(server, email)
    const content = Buffer.from('raw images')
    const [one, two] = [await startUploadBefore(server, email), await startUploadBefore(server, email)]
    const presigned = await server.call('resumeUpload', { token, query: one })
    const completedParts = await sendParts(presigned.body.data, content)
    expect((await server.call('completeUpload', { token, query: one, body: completedParts })).status).toBe(200)

    const other = await server.call('resumeUpload', { token, query: two })
    const parts = await sendParts(other.body.data, content)
    const { key } = other.body.data.preSignedUrl
    await storage.completeUpload({ key, uploadId: two.uploadId, parts })
    await db.transaction().execute(async (trx) => {
      await sql`update uploads set state = 'COMPLETE', file_bytes = 10 where id = ${two.uploadId}`.execute(trx)
      await sql`update analyses set status = 'PENDING' where id = ${two.analysisRequestId}`.execute(trx)
      await sql`insert into files (upload_id, analysis_id, kind, file_name, storage_key, bytes, created_at, published_at, sha256, digest)
        values (${two.uploadId}, ${two.analysisRequestId}, 'ARCHIVE', 'old.zip', ${key}, 10, now(), now(), 'hash', 'digest')`.execute(
        trx,
      )
    })
    await sql`update uploads set sender_digest = 'digest' where id = ${two.uploadId}`.execute(db)
    const { data } = (await server.call('listMyAnalyses', { token })).body
    const shown = data.filter(({ analysisRequestId: id }) => [one, two].some((ref) => ref.analysisRequestId === id))
    expect(shown.map(({ projectType }) => projectType)).toEqual(['Maize', 'Maize'])
    const [receipt] = shown.find(({ analysisRequestId: id }) => id === two.analysisRequestId)?.receipts ?? []
    expect(receipt).toMatchObject({ fileName: 'old.zip', size: 10, sha256: 'hash', agrees: true })
  })
})

/** An upload that a process of the version before starts beside this one: its only id is that of the store. */
async function startUploadBefore(
  server: TestServer,
  email: string,
): Promise<{ uploadId: string; analysisRequestId: string }> {
  const { db, storage } = server.deps
  const analysisRequestId = randomUUID()
  const key = `${analysisRequestId}/0011223344556677/1700000000000-old.zip`
  const { uploadId } = await storage.openUpload({ key })
  await sql`insert into analyses (id, user_id, project_type, description, report_categories, status, submitted_at)
    select ${analysisRequestId}, id, 'Maize', '', '{}', 'UPLOADING', now() from users where email = ${email}`.execute(
    db,
  )
  await sql`insert into uploads (id, analysis_id, user_id, kind, file_name, storage_key, total_parts, part_bytes, state, started_at, touched_at)
    select ${uploadId}, ${analysisRequestId}, id, 'ARCHIVE', 'old.zip', ${key}, 1, 65536, 'OPEN', now(), now()
    from users where email = ${email}`.execute(db)
  return { uploadId, analysisRequestId }
}
