import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createUser } from '#server/testing/server/users.ts'
import { progressOf } from '../../adapters/queue/work.ts'
import { checkFileJob } from './check-file.ts'
import { recordFile } from './record-file.ts'
import { removeFile } from './remove-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('removing a file cancels its check and no other', async () => {
  const { db, queue, now } = server.deps
  const { analysisRequestId: analysisId } = await submitArchive(server, await createUser(server))
  const unknownOrigin = { uploadId: null, addedBy: null, senderDigest: null, publishedAt: null, remarks: '' }
  const file = {
    ...unknownOrigin,
    analysisId,
    kind: 'REPORT',
    fileName: 'a.pdf',
    storageKey: 'a/b/1-a.pdf',
    bytes: 1,
    createdAt: now(),
  } as const
  const [removed, kept] = await db.transaction().execute(async (trx) => {
    const ids = [await recordFile(trx, { queue }, file), await recordFile(trx, { queue }, file)]
    await removeFile(trx, { queue }, { id: ids[0] ?? '', storageKey: file.storageKey })
    return ids
  })
  const jobState = async (id = '') => (await progressOf(db, checkFileJob, id))?.state
  await expect.poll(() => jobState(kept), { timeout: 60_000 }).toBe('DONE')
  expect(await jobState(removed)).toBe('CANCELLED')
})
