import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '#domain/units.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { VERIFY_CYCLE_DAYS, verifyFiles } from './verify-files.ts'

const PART = 65_536
/** The error when the connection is closed before or after the response headers. */
const CUT = /terminated|fetch failed/
const content = Buffer.from(Uint8Array.from({ length: 2 * PART + 100 }, (_, at) => at % 241))

let server: TestServer
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  customer = await createUser(server)
})
afterAll(() => server.close())

const submit = async () => {
  const { analysisRequestId } = await submitArchive(server, customer, { content, start: { totalChunks: 3 } })
  await waitForJobs(server, 'check-file')
  return analysisRequestId
}

/** Flips one bit of the stored file on disk. */
function flipBit(at: number): void {
  const objects = join(server.deps.config.dataDir, 'objects/objects')
  const name = readdirSync(objects, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('/data'))
  const file = join(objects, name ?? '')
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(file, bytes)
}

async function download(range: string): Promise<Buffer> {
  const { body } = await server.call('listMyAnalyses', { token: customer.token })
  const answer = await fetch(body.data[0]?.fileUrls[0] ?? '', { headers: { range } })
  return Buffer.from(await answer.arrayBuffer())
}

/** Everything reported by one full cycle of nights. */
async function verifyFullCycle() {
  for (let night = 0; night < VERIFY_CYCLE_DAYS; night += 1) {
    await verifyFiles(server.deps, {})
    server.advance(days(1))
  }
  const rows = await server.deps.db.selectFrom('audit').selectAll().where('action', '=', 'file.damaged').execute()
  return rows.map(({ subject, after }) => ({ subject, after }))
}

test('F21: a file whose bytes have changed on disk is never delivered completely, and the nightly check reports it once', async () => {
  const analysisRequestId = await submit()
  expect((await download('bytes=0-')).equals(content)).toBe(true)

  flipBit(PART + 1000)
  await expect(download('bytes=0-')).rejects.toThrow(CUT)
  await expect(download(`bytes=${PART}-`)).rejects.toThrow(CUT)
  const first = await download(`bytes=0-${PART - 1}`)
  expect(first.equals(content.subarray(0, PART))).toBe(true)

  const subject = `analysis:${analysisRequestId}`
  expect(await verifyFullCycle()).toEqual([{ subject, after: { fileName: 'flight.zip', bytes: content.length } }])
  // The sessions have expired meanwhile.
  const again = await createStaff(server)
  const { body } = await server.call('listActivity', { token: again.token, query: { subject } })
  expect(body.data[0]).toMatchObject({ action: 'file.damaged', actor: null })

  flipBit(PART + 1000)
  expect(await verifyFullCycle()).toHaveLength(1)
})
