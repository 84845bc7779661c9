import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedNameOf } from '#domain/file-names.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, sendParts, startReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

const CONCURRENCY = 4
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Runs in parallel lanes, each with its own users and request, because rate limits are per user and locks per request. */
const inLanes = (rounds: (lane: Lane) => Promise<void>) =>
  Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      const customer = await createUser(server)
      const { analysisRequestId: id } = await submitArchive(server, customer)
      await rounds({ id, customer, staff: await createStaff(server) })
    }),
  )
type Lane = { id: string; customer: TestUser; staff: TestUser }

const statusOf = async (id: string) =>
  (await server.deps.db.selectFrom('analyses').select('status').where('id', '=', id).executeTakeFirst())?.status
const publishedOf = async (id: string) => {
  const files = server.deps.db.selectFrom('files').select('fileName').where('analysisId', '=', id)
  return (await files.where('kind', '=', 'REPORT').where('publishedAt', 'is not', null).execute()).map(
    (f) => f.fileName,
  )
}
const listStoredNames = async ({ id, staff }: Lane) => {
  const { body } = await server.call('getReport', { token: staff.token, query: { analysisRequestId: id } })
  return (body.data?.reportUrls ?? []).map((url) => storedNameOf(url) ?? '')
}

describe('concurrently', () => {
  test('the last file is removed and another one attached: the request stays PROCESSED with the new file', async () => {
    await inLanes(async (lane) => {
      const { id, staff } = lane
      const { token } = staff
      await attachReportFile(server, staff, { id, content: Buffer.from('x'), fileName: 'first.tif' })
      for (let round = 0; round < 8; round += 1) {
        const file = { id, content: Buffer.from('x'), fileName: `${round}.tif` }
        const { data } = (await startReportFile(server, staff, file)).body
        const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: id }
        const parts = await sendParts(data, file.content)
        const oldNames = await listStoredNames(lane)
        const answers = await Promise.all([
          server.call('completeReportUpload', { token, query, body: parts }),
          ...oldNames.map((storedName) =>
            server.call('removeReportFile', { token, query: { analysisRequestId: id, storedName } }),
          ),
        ])
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
        expect({ status: await statusOf(id), published: await publishedOf(id) }).toEqual({
          status: 'PROCESSED',
          published: [file.fileName],
        })
      }
    })
  })

  test('both files of a report are removed: the request returns to UNDER_REVIEW', async () => {
    await inLanes(async (lane) => {
      const { id, staff } = lane
      const { token } = staff
      for (let round = 0; round < 5; round += 1) {
        for (const fileName of ['a.tif', 'b.tif'])
          await attachReportFile(server, staff, { id, content: Buffer.from('x'), fileName })
        const removals = (await listStoredNames(lane)).map((storedName) =>
          server.call('removeReportFile', { token, query: { analysisRequestId: id, storedName } }),
        )
        expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200])
        expect(await statusOf(id)).toBe('UNDER_REVIEW')
      }
    })
  })

  test('a report is withdrawn and published: the later change wins, and the timeline shows it', async () => {
    await inLanes(async ({ id, staff }) => {
      const { token } = staff
      await attachReportFile(server, staff, { id, content: Buffer.from('x') })
      for (let round = 0; round < 8; round += 1) {
        const answers = await Promise.all([
          server.call('publishReport', { token, body: { analysisRequestId: id, description: `Round ${round}` } }),
          server.call('changeStatus', { token, body: { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' } }),
        ])
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        const timeline = await server.call('getTimeline', { token, query: { analysisRequestId: id } })
        expect(timeline.body.data.at(-1)?.status).toBe(await statusOf(id))
      }
    })
  })

  test('concurrent starts of one file open one upload, in the database and in the store', async () => {
    await inLanes(async ({ id, staff }) => {
      for (let round = 0; round < 8; round += 1) {
        const fileName = `${round}.tif`
        const start = () => startReportFile(server, staff, { id, content: Buffer.from('x'), fileName })
        const started = await Promise.all([start(), start(), start()])
        expect(started.map(({ status }) => status)).toEqual([200, 200, 200])
        expect(new Set(started.map(({ body }) => body.data.preSignedUrl.uploadId)).size).toBe(1)
      }
      const open = await server.deps.db.selectFrom('uploads').select('id').where('analysisId', '=', id).execute()
      expect(open).toHaveLength(1 + 8)
    })
    const rows = await server.deps.db.selectFrom('uploads').select('storageUploadId').execute()
    const known = new Set(rows.map(({ storageUploadId }) => storageUploadId))
    for await (const { uploadId } of server.deps.storage.listUploads()) expect(known).toContain(uploadId)
  })
})
