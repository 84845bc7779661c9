import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { storedNameOf } from '#domain/file-names.ts'
import { SYSTEM } from '#server/actor.ts'
import { openTestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, sendParts, startReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'
import { SEES_ALL } from '../../access.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { recordUploadedFile } from '../uploads/assemble-upload.ts'
import { publishReport } from './publish-report.ts'

test('removing the last file waits for a concurrent publication, and then sees its file', async () => {
  const server = await openTestServer()
  const { deps } = server
  const staff = await createStaff(server)
  const { analysisRequestId: id } = await submitArchive(server, await createUser(server))
  await attachReportFile(server, staff, { id, content: Buffer.from('a'), fileName: 'a.tif' })
  const query = { analysisRequestId: id }
  const { body } = await server.call('getReport', { token: staff.token, query })
  const storedName = storedNameOf(body.data?.reportUrls[0] ?? '') ?? ''
  const { data } = (await startReportFile(server, staff, { id, content: Buffer.from('b'), fileName: 'b.tif' })).body
  await sendParts(data, Buffer.from('b'))

  const removal = await deps.db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('uploads').selectAll().where('id', '=', data.preSignedUrl.uploadId)
    const upload = await found.executeTakeFirstOrThrow()
    const assembled = { upload, bytes: 1, receiptsHash: '', at: deps.now(), publishedAt: null }
    const fileId = (await recordUploadedFile(trx, deps, assembled)) ?? ''
    const author = { ...SYSTEM, userId: staff.id }
    const analysis = await lockAnalysis(trx, SEES_ALL, id)
    await publishReport(trx, deps, { analysis, author, fileIds: [fileId], remarks: '' })
    const removing = server.call('removeReportFile', { token: staff.token, query: { ...query, storedName } })
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(deps.db)
        expect(rows[0]?.waiting).toBe(1)
      },
      { timeout: 60_000, interval: 20 },
    )
    return { removing }
  })
  expect((await removal.removing).status).toBe(200)
  const { body: all } = await server.call('listAllAnalyses', { token: staff.token })
  expect(all.data).toMatchObject([{ status: 'PROCESSED', reportFiles: 1 }])
  await server.close()
})
