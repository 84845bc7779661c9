import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hours, MiB } from '#domain/units.ts'
import { DIGEST_BLOCK_BYTES } from '#domain/uploads.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import {
  attachReportFile,
  fileOfUpload,
  sendParts,
  startArchive,
  storageKeyOf,
  submitArchive,
} from '#server/testing/server/uploads.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { digestsOf } from '../../compute/digests/digests.ts'
import { backfillFiles } from '../files/backfill-files.ts'
import { checkFile } from '../files/check-file.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer({ PART_BYTES: String(MiB(1)) })
  staff = await createStaff(server)
})
afterAll(() => server.close())

const sha256 = (...pieces: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}
const hex = (bytes: Buffer) => bytes.toString('hex')
/** Bytes that no repetition makes alike. */
function noise(size: number): Buffer<ArrayBuffer> {
  const content = Buffer.alloc(size)
  for (let at = 0; at < size; at += 1) content[at] = (at * 31 + (at >> 9)) % 251
  return content
}

/** As documented at DIGEST_BLOCK_BYTES. */
function blockDigest(content: Buffer): string {
  const digests = []
  for (let at = 0; at < content.length; at += DIGEST_BLOCK_BYTES)
    digests.push(sha256(content.subarray(at, at + DIGEST_BLOCK_BYTES)))
  return hex(sha256(...digests))
}

type Ref = { uploadId: string; analysisRequestId: string }
const confirm = (person: TestUser, query: Ref, content: Buffer) =>
  server.call('confirmContent', { token: person.token, query, body: { digest: blockDigest(content) } })
/** Without the inspection, which arrives independently. */
async function receiptOf(person: TestUser) {
  const { body } = await server.call('listMyAnalyses', { token: person.token })
  const { inspection: _, ...receipt } = body.data[0]?.receipts[0] ?? {}
  return 'sha256' in receipt ? receipt : undefined
}

/** Waits until the job has read the file. */
const checked = (person: TestUser) =>
  vi.waitFor(
    async () => {
      const receipt = await receiptOf(person)
      expect(receipt?.sha256).toEqual(expect.any(String))
      return receipt
    },
    { timeout: 60_000, interval: 20 },
  )

async function started(content: Buffer) {
  const person = await createUser(server)
  const { data: presigned } = (await startArchive(server, person, { content })).body
  return { person, presigned, ref: { uploadId: presigned.preSignedUrl.uploadId, analysisRequestId: presigned.id } }
}

describe('the receipt of an archive', () => {
  test('has the SHA-256 of what arrived, and agrees once the sender has reported the same digest', async () => {
    const person = await createUser(server)
    const content = noise(MiB(9) + 7)
    const ref = await submitArchive(server, person, { content })
    expect(await checked(person)).toEqual({
      fileName: 'flight.zip',
      receivedTime: expect.any(String),
      size: content.length,
      sha256: hex(sha256(content)),
      agrees: null,
    })
    const { status, body } = await confirm(person, ref, content)
    expect({ status, body }).toEqual({ status: 200, body: { statusCode: 200, message: 'Digest saved' } })
    expect(await receiptOf(person)).toMatchObject({ agrees: true })
    const { body: all } = await server.call('listAllAnalyses', { token: staff.token, query: { search: person.email } })
    expect(all.data[0]?.receipts).toMatchObject([{ sha256: hex(sha256(content)), agrees: true }])
  })

  test("shows that a different file arrived than the one on the sender's computer", async () => {
    const content = noise(1000)
    const { person, presigned, ref } = await started(content)
    expect((await confirm(person, ref, noise(1001))).status).toBe(200)
    const body = await sendParts(presigned, content)
    expect((await server.call('completeUpload', { token: person.token, query: ref, body })).status).toBe(200)
    expect(await checked(person)).toMatchObject({ sha256: hex(sha256(content)), agrees: false })
  })
})

test('the files of a report have receipts, in the same order', async () => {
  const customer = await createUser(server)
  const { analysisRequestId: id } = await submitArchive(server, customer)
  const [one, two] = [noise(2000), noise(3000)]
  const { query } = await attachReportFile(server, staff, { id, content: one, fileName: 'a.tif', publish: 'false' })
  server.advance(1000)
  await attachReportFile(server, staff, { id, content: two, fileName: 'b.tif' })
  const ref = { uploadId: query.uploadId, analysisRequestId: id }
  const body = { digest: blockDigest(one) }
  expect((await server.call('confirmReportContent', { token: staff.token, query: ref, body })).status).toBe(200)
  await vi.waitFor(
    async () => {
      const { data } = (await server.call('getReport', { token: customer.token, query: { analysisRequestId: id } }))
        .body
      expect(data?.receipts).toEqual([
        { fileName: 'a.tif', size: 2000, receivedTime: expect.any(String), sha256: hex(sha256(one)), agrees: true },
        { fileName: 'b.tif', size: 3000, receivedTime: expect.any(String), sha256: hex(sha256(two)), agrees: null },
      ])
    },
    { timeout: 60_000, interval: 20 },
  )
})

describe('confirming the content', () => {
  test('the first digest is kept: repeating it is fine, another is rejected', async () => {
    const content = noise(500)
    const { person, presigned, ref } = await started(content)
    const answers = await Promise.all([content, content, content].map((same) => confirm(person, ref, same)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await confirm(person, ref, noise(501))).status).toBe(409)
    const body = await sendParts(presigned, content)
    await server.call('completeUpload', { token: person.token, query: ref, body })
    expect((await confirm(person, ref, content)).status).toBe(200)
    expect((await confirm(person, ref, noise(501))).status).toBe(409)
    expect(await checked(person)).toMatchObject({ agrees: true })
  })

  test('is allowed to the sender only, and not for cancelled uploads', async () => {
    const [one, two] = [await started(noise(9)), await started(noise(9))]
    const body = { digest: blockDigest(noise(9)) }
    expect((await confirm(two.person, one.ref, noise(9))).status).toBe(404)
    expect((await server.call('confirmReportContent', { token: staff.token, query: one.ref, body })).status).toBe(404)
    await server.call('cancelUpload', { token: one.person.token, query: one.ref })
    expect((await confirm(one.person, one.ref, noise(9))).status).toBe(404)
  })

  test.each(['', 'A'.repeat(64), 'a'.repeat(63), 'g'.repeat(64)])('%j is not a digest', async (digest) => {
    const { person, ref } = await started(noise(9))
    const { status, body } = await server.call('confirmContent', { token: person.token, query: ref, body: { digest } })
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ field: 'digest', message: 'Expected 64 lowercase hexadecimal digits' }],
    })
  })
})

async function submitted() {
  const person = await createUser(server)
  const ref = await submitArchive(server, person)
  await waitForJobs(server, 'check-file')
  const clear = () =>
    server.deps.db
      .updateTable('files')
      .set({ sha256: null, digest: null })
      .where('uploadId', '=', ref.uploadId)
      .execute()
  return { person, ref, file: await fileOfUpload(server, ref), receipt: await receiptOf(person), clear }
}

describe('the job that reads a file', () => {
  test('stops when it is aborted, and can run again', async () => {
    const { person, file, receipt, clear } = await submitted()
    await clear()
    await expect(checkFile(server.deps, file, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
    expect(await receiptOf(person)).toMatchObject({ sha256: null, agrees: null })
    await Promise.all([checkFile(server.deps, file), checkFile(server.deps, file)])
    expect(await receiptOf(person)).toEqual(receipt)
  })

  test('is enqueued again a day later for files without digests, such as those from before receipts existed', async () => {
    const { person, receipt, clear } = await submitted()
    await clear()
    await backfillFiles(server.deps)
    server.advance(hours(25))
    await backfillFiles(server.deps)
    const { body } = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
    expect(await checked({ ...person, token: body.data.accessToken })).toEqual(receipt)
  })

  test('succeeds when the file is gone', async () => {
    const { ref, file, clear } = await submitted()
    await clear()
    const key = await storageKeyOf(server, ref.uploadId)
    await server.deps.storage.remove({ key })
    await expect(checkFile(server.deps, file)).resolves.toBeUndefined()
    await server.deps.db.deleteFrom('files').where('uploadId', '=', ref.uploadId).execute()
    await expect(checkFile(server.deps, file)).resolves.toBeUndefined()
  })
})

describe('the digests', () => {
  const block = DIGEST_BLOCK_BYTES
  test.each([
    [1, 1],
    [block - 1, 1_000_000],
    [block, block],
    [block + 1, 999_983],
    [2 * block, 3_000_000],
    [2 * block + 5, 2 * block + 5],
  ])('of %d bytes in chunks of %d', async (size, pieceSize) => {
    const content = noise(size)
    expect(await digestsOf(piecesOf(content, pieceSize))).toEqual({
      sha256: hex(sha256(content)),
      digest: blockDigest(content),
      crc32: crc32(content).toString(16).padStart(8, '0'),
      bytes: size,
    })
  })
})

async function* piecesOf(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
