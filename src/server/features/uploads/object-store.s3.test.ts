import { randomBytes } from 'node:crypto'
import { DeleteBucketCorsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { displayFileName } from '#domain/file-names.ts'
import { days, hours, MiB } from '#domain/units.ts'
import { openS3Storage, type S3Storage } from '#server/adapters/storage/s3/s3-storage.ts'
import { allowOrigins, clientOf, makeBucket, objectStore } from '#server/testing/doubles/object-store.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { expireUploads } from './expire-uploads.ts'

const { endpoint, credentials } = objectStore()
const archive = randomBytes(MiB(12) + 345)
const ORIGIN = 'https://skyfurrow.example'

let bucket: string
let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  bucket = await makeBucket(objectStore(), { origins: [ORIGIN] })
  server = await openTestServer({
    STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    PART_BYTES: String(MiB(5)),
    LOG_LEVEL: 'error',
  })
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

const startOf = (start: { fileName: string; totalChunks: number }) => ({
  ...start,
  description: 'Flight at noon',
  projectType: 'Soybean_Trial',
  id: '',
  reportCategories: ['orthomosaic'],
  fileSize: archive.length,
})
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const countOpen = async () => (await toArray(server.deps.storage.listUploads())).length

describe('the product with a bucket', () => {
  test('is ready', async () => {
    const answer = await fetch(`${server.url}/readyz`)
    expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
      status: 'ready',
      storage: 'ok',
    })
  })

  test('allows its pages to connect to the store, and serves no signed URLs itself', async () => {
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(headers.get('content-security-policy')).toContain(`; connect-src 'self' ${endpoint};`)
    expect((await fetch(`${server.url}/storage/a/1-b.zip`)).status).toBe(404)
  })

  test('receives an archive in parts and delivers it to staff byte for byte', async () => {
    const started = await startArchive(server, customer, {
      content: archive,
      start: { fileName: 'champs%20de%20bl%C3%A9.zip' },
    })
    const urls = Object.values(started.body.data.preSignedUrl.preSignedUrls)
    expect(urls).toHaveLength(3)
    for (const url of urls) {
      expect(url.startsWith(`${endpoint}/${bucket}/`)).toBe(true)
      expect(url).not.toMatch(/checksum|crc32/i)
      expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
    }
    const query = { uploadId: started.body.data.preSignedUrl.uploadId, analysisRequestId: started.body.data.id }
    const body = await sendParts(started.body.data, archive)
    for (const _ of ['once', 'again']) {
      const completed = await server.call('completeUpload', { token: customer.token, query, body })
      expect(completed.body).toMatchObject({ statusCode: 200 })
    }
    const { data } = (await server.call('listAllAnalyses', { token: staff.token })).body
    const row = data.find(({ analysisRequestId }) => analysisRequestId === query.analysisRequestId)
    expect(row?.fileSizes).toEqual([archive.length])
    const url = row?.fileUrls[0] ?? ''
    expect(displayFileName(url)).toBe('champs de blé.zip')
    expect(archive.equals(await bytesAt(url))).toBe(true)
  })

  test('resumes an interrupted upload with the parts that have arrived', async () => {
    const content = randomBytes(MiB(6))
    const first = await startArchive(server, customer, { content, start: { fileName: 'broken.zip' } })
    const { id, preSignedUrl } = first.body.data
    const [one = ''] = Object.values(preSignedUrl.preSignedUrls)
    await fetch(one, { method: 'PUT', body: new Uint8Array(content.subarray(0, MiB(5))) })
    const again = await startArchive(server, customer, { content, start: { fileName: 'broken.zip', id } })
    expect(again.body.data.received).toMatchObject([{ partNumber: 1, size: MiB(5) }])
    expect(Object.keys(again.body.data.preSignedUrl.preSignedUrls)).toEqual(['2'])
    const query = { uploadId: preSignedUrl.uploadId, analysisRequestId: id }
    const body = await sendParts(again.body.data, content)
    expect((await server.call('completeUpload', { token: customer.token, query, body })).status).toBe(200)
  })

  test('detects a part that is too long at completion, where its length could not be signed', async () => {
    const { fileSize: _, ...unsized } = startOf({ fileName: 'long.zip', totalChunks: 2 })
    const { data } = (await server.call('startUpload', { token: customer.token, body: unsized })).body
    const long = Buffer.alloc(MiB(10) + 3, 7)
    const body = await sendParts({ ...data, partSize: MiB(5) + 1 }, long)
    const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id }
    const completed = await server.call('completeUpload', { token: customer.token, query, body })
    expect(completed.body).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('Part 1 has 5242881 bytes'),
    })
  })

  test('returns report files to the customer, sent in parts and by form', async () => {
    const { analysisRequestId: id } = await submitArchive(server, customer, { content: randomBytes(MiB(1)) })
    const ortho = randomBytes(MiB(11))
    await attachReportFile(server, staff, { id, content: ortho, fileName: 'ortho.tif', publish: 'true' })
    const form = new FormData()
    form.set('projectType', 'Soybean_Trial')
    form.set('description', 'Two files')
    form.set('file', new Blob([new Uint8Array(ortho)]), 'by form.tif')
    const sent = await fetch(`${server.url}/api/admin-crop/upload-report?analysisRequestId=${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}` },
      body: form,
    })
    expect(await sent.json()).toMatchObject({ statusCode: 200 })
    const report = await server.call('getReport', { token: customer.token, query: { analysisRequestId: id } })
    const urls = report.body.data?.reportUrls ?? []
    expect(urls.map((url) => displayFileName(url)).sort()).toEqual(['by form.tif', 'ortho.tif'])
    for (const url of urls) expect(ortho.equals(await bytesAt(url))).toBe(true)
  })

  test('records the digest of the object in the bucket', async () => {
    const { db } = server.deps
    const unread = () => db.selectFrom('files').select('uploadId').where('sha256', 'is', null).execute()
    await expect.poll(unread, { timeout: 60_000 }).toEqual([])
  })

  test('deletes expired uploads, and those without a row', async () => {
    await startArchive(server, customer, { content: archive, start: { fileName: 'left.zip' } })
    await server.deps.storage.openUpload({ key: 'unknown/upload/1-this.zip' })
    expect(await countOpen()).toBeGreaterThan(1)
    server.advance(days(7) + hours(1))
    await expireUploads(server.deps)
    await expect.poll(countOpen, { timeout: 60_000 }).toBe(0)
  })
})

describe('a bucket', () => {
  let storage: S3Storage
  beforeAll(async () => {
    storage = await openS3Storage({
      settings: { bucket, endpoint, region: 'us-east-1', credentials },
      scratch: `${server.deps.config.dataDir}/more-parts`,
      log: server.deps.log,
      now: () => new Date(),
    })
  })
  const listUps = async () => (await toArray(storage.listUploads())).filter(({ key }) => key.startsWith('up/'))
  const partOf = (upload: { key: string; uploadId: string }, partNumber: number) =>
    storage.signPart({ ...upload, partNumber, maxBytes: 9, expiresAt: new Date(Date.now() + hours(1)) })

  test('answers the preflight request for a part from our page, and exposes the ETag', async () => {
    const upload = { key: 'a/b/1-c.zip', ...(await storage.openUpload({ key: 'a/b/1-c.zip' })) }
    const url = await partOf(upload, 1)
    const requested = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
    const preflight = (origin: string) => fetch(url, { method: 'OPTIONS', headers: { origin, ...requested } })
    const allowed = await preflight(ORIGIN)
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect((await preflight('https://elsewhere.example')).headers.get('access-control-allow-origin')).toBeNull()
    const sent = await fetch(url, { method: 'PUT', headers: { origin: ORIGIN }, body: 'x' })
    expect(sent.headers.get('access-control-expose-headers')).toMatch(/etag/i)
    await storage.discard(upload)
  })

  test('F55: missing CORS rules of a bucket are detected', async () => {
    expect(await storage.findCorsProblem(ORIGIN)).toBeUndefined()
    expect(await storage.findCorsProblem('https://elsewhere.example')).toContain('no CORS rule that lets pages of')
    await clientOf(objectStore()).send(new DeleteBucketCorsCommand({ Bucket: bucket }))
    expect(await storage.findCorsProblem(ORIGIN)).toContain('no CORS rule that lets pages of')
    await allowOrigins(clientOf(objectStore()), { bucket, origins: [ORIGIN], exposes: [] })
    expect(await storage.findCorsProblem(ORIGIN)).toContain('does not expose the header ETag')
    await allowOrigins(clientOf(objectStore()), { bucket, origins: [ORIGIN] })
  })

  test('lists all of ten thousand parts', async () => {
    const key = 'many/parts/1-a.zip'
    const upload = { key, ...(await storage.openUpload({ key })) }
    await mapConcurrent(10_000, 32, async (index) => {
      const answer = await fetch(await partOf(upload, index + 1), { method: 'PUT', body: String(index % 10) })
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
    })
    const parts = await storage.listParts(upload)
    expect(parts.map(({ partNumber }) => partNumber)).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1))
    const tooSmall = storage.completeUpload({ ...upload, parts })
    await expect(tooSmall).rejects.toMatchObject({ code: 'invalid' })
    await storage.discard(upload)
  }, 600_000)

  test('lists more uploads than fit on one page of S3, with unusual names', async () => {
    const keys = Array.from(
      { length: 1_005 },
      (_, index) => `up/${index}/1-${String.fromCodePoint(0xfffe)}&<>"é ${index}.zip`,
    )
    const uploads: { key: string; uploadId: string }[] = []
    await mapConcurrent(keys.length, 16, async (index) => {
      const key = keys[index] ?? ''
      uploads.push({ key, ...(await storage.openUpload({ key })) })
    })
    const listed = await listUps()
    expect(new Set(listed.map(({ uploadId }) => uploadId))).toEqual(new Set(uploads.map(({ uploadId }) => uploadId)))
    await mapConcurrent(uploads.length, 16, async (index) =>
      storage.discard(uploads[index] ?? { key: '', uploadId: '' }),
    )
    expect(await listUps()).toEqual([])
  }, 300_000)
})

/** Calls `act` so many times, with at most `width` running at a time. */
async function mapConcurrent(times: number, width: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    for (let index = next++; index < times; index = next++) await act(index)
  }
  await Promise.all(Array.from({ length: width }, work))
}

async function toArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
