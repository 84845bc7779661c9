import { appendFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { days, hours } from '#domain/units.ts'
import { dataIn, layoutOf, objectFolder } from '#server/adapters/storage/local/layout.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { inBatches } from '#server/testing/server/in-batches.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'
import { backfillFiles } from './backfill-files.ts'
import { VERIFY_CYCLE_DAYS, verifyFiles } from './verify-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function attached() {
  const [staff, customer] = [await createStaff(server), await createUser(server)]
  const { analysisRequestId: id } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id, content: Buffer.from('a,b') })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  return reportFile(id)
}

const reportFile = (id: string) =>
  server.deps.db
    .selectFrom('files')
    .selectAll()
    .where('analysisId', '=', id)
    .where('kind', '=', 'REPORT')
    .executeTakeFirstOrThrow()

/** The stored bytes of an object. */
const dataOf = (key: string): string => dataIn(objectFolder(layoutOf(join(server.deps.config.dataDir, 'objects')), key))

const DAMAGES = {
  'its hash is another one': () => undefined,
  'the store finds fewer bytes': (key: string) => truncateSync(dataOf(key), 1),
}

test.each(Object.keys(DAMAGES) as (keyof typeof DAMAGES)[])(
  'a damaged file is noted and read once, not each night: %s',
  async (how) => {
    const { id, storageKey: key, analysisId } = await attached()
    const { db, storage } = server.deps
    const unread = { sha256: '0'.repeat(64), crc32: null, preview: null }
    await db.updateTable('files').set(unread).where('id', '=', id).execute()
    DAMAGES[how](key)
    const read = vi.spyOn(storage, 'read')
    server.advance(hours(25))
    for (let night = 1; night <= 3; night += 1) {
      await backfillFiles(server.deps)
      await waitForJobs(server, 'check-file')
    }
    expect(read.mock.calls.filter(([object]) => object.key === key)).toHaveLength(1)
    read.mockRestore()
    const notes = db.selectFrom('audit').select('after').where('action', '=', 'file.damaged')
    expect(await notes.where('subject', '=', `analysis:${analysisId}`).execute()).toEqual([
      { after: { fileName: 'ortho.tif', bytes: 3 } },
    ])
  },
)

test('a damaged file that was restored is checked again', async () => {
  const { id, storageKey: key, analysisId } = await attached()
  const { db } = server.deps
  const unread = { crc32: null, damagedAt: server.deps.now() }
  await db.updateTable('files').set(unread).where('id', '=', id).execute()
  const nights = async () => {
    for (let night = 0; night < VERIFY_CYCLE_DAYS; night += 1) {
      await verifyFiles(server.deps, {})
      server.advance(days(1))
    }
    await backfillFiles(server.deps)
    await waitForJobs(server, 'check-file')
    return reportFile(analysisId ?? '')
  }
  const part = dataOf(key)
  truncateSync(part, 2)
  expect(await nights()).toMatchObject({ crc32: null, damagedAt: unread.damagedAt })
  appendFileSync(part, 'b')
  expect(await nights()).toMatchObject({ crc32: expect.any(String), damagedAt: null })
})

test.each(['crc32', 'preview'] as const)(
  'the nightly search for files without %s reads an index of them',
  async (result) => {
    const { analysisId } = await attached()
    const { db } = server.deps
    await inBatches(5000, (first, last) =>
      sql`insert into files (id, analysis_id, account_id, project_id, kind, file_name, storage_key, bytes, created_at, sha256, crc32, preview)
    select ${result} || n, ${analysisId}, account_id, project_id, 'REPORT', 'a.tif', ${result} || n || '/a.tif', 1, now(), n,
      '00000000', '{}'
    from analyses, generate_series(${first}::int, ${last}::int) n where analyses.id = ${analysisId}`.execute(db),
    )
    await sql`analyze files`.execute(db)
    const { rows } = await sql<Record<string, string>>`explain select id, upload_id, created_at from files
    where ${sql.ref(result)} is null and damaged_at is null and created_at < ${new Date()}
    and (created_at, id) > (${new Date(0)}, '') and kind = ${'REPORT'} order by created_at, id limit 500`.execute(db)
    const plan = rows.flatMap((row) => Object.values(row)).join('\n')
    expect(plan).toContain(`files_without_${result}`)
  },
)
