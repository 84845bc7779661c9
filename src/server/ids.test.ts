import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** A random UUID, or 128 bits in hexadecimal. */
const RANDOM = /^([\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|[\da-f]{32})$/

test('everything that is requested by id has an unguessable id', async () => {
  const [customer, staff] = [await createUser(server), await createStaff(server)]
  const { analysisRequestId, uploadId } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id: analysisRequestId, content: Buffer.from('ortho') })
  const { db } = server.deps
  const rows = await Promise.all([
    db.selectFrom('analyses').select('id').execute(),
    db.selectFrom('uploads').select('id').execute(),
    db.selectFrom('sessions').select('id').execute(),
    db.selectFrom('files').select('id').execute(),
  ])
  const ids = [analysisRequestId, uploadId, ...rows.flat().map(({ id }) => id)]
  expect(ids.length).toBeGreaterThanOrEqual(6)
  expect(ids.filter((id) => !RANDOM.test(id))).toEqual([])
})
