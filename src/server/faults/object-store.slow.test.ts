import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MiB, minutes } from '#domain/units.ts'
import { openS3Proxy, type S3Proxy } from '#server/testing/doubles/s3-proxy.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive, storageKeyOf } from '#server/testing/server/uploads.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

const content = Buffer.from('an archive of raw images')
const UNAVAILABLE = 'The file store can not be reached at the moment. Try again later.'

let proxy: S3Proxy
let server: TestServer
let customer: TestUser
const logged: string[] = []
beforeAll(async () => {
  proxy = await openS3Proxy()
  server = await openTestServer(
    {
      STORAGE_URL: `s3://raw?endpoint=${proxy.endpoint}`,
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'secret-of-the-store',
      PART_BYTES: String(MiB(5)),
    },
    { runsJobs: false, log: pino({ level: 'info' }, { write: (line) => logged.push(line) }) },
  )
})
beforeEach(async () => {
  customer = await createUser(server)
})
afterEach(() => {
  proxy.reset()
  logged.length = 0
})
afterAll(async () => {
  await server.close()
  await proxy.close()
})

/** An upload whose parts have arrived. */
async function arrived() {
  const { body } = await startArchive(server, customer, { content })
  const query = { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: body.data.id }
  return { query, body: await sendParts(body.data, content) }
}
type Arrived = Awaited<ReturnType<typeof arrived>>

const complete = async (upload: Arrived) => {
  const { status, body, headers } = await server.call('completeUpload', { token: customer.token, ...upload })
  return { status, message: body.message, retryAfter: headers.get('retry-after') }
}
const rowsOf = async ({ query }: Arrived) => {
  const { db } = server.deps
  const upload = db.selectFrom('uploads').select('state').where('id', '=', query.uploadId)
  const analysis = db.selectFrom('analyses').select('status').where('id', '=', query.analysisRequestId)
  return { ...(await upload.executeTakeFirstOrThrow()), ...(await analysis.executeTakeFirstOrThrow()) }
}
const readiness = async () => {
  const answer = await fetch(`${server.url}/readyz`)
  return { code: answer.status, ...((await answer.json()) as { storage: string }) }
}
const UNSUBMITTED = { state: 'OPEN', status: 'UPLOADING' }
const SUBMITTED = { state: 'COMPLETE', status: 'PENDING' }

describe('an object store that is slow', () => {
  test('F51: a call answered with SlowDown is retried and succeeds', async () => {
    const upload = await arrived()
    proxy.fail('complete', [
      { status: 503, code: 'SlowDown' },
      { status: 500, code: 'InternalError' },
    ])
    expect(await complete(upload)).toMatchObject({ status: 200 })
    expect(proxy.callsOf('complete')).toBe(3)
    expect(await rowsOf(upload)).toEqual(SUBMITTED)
  })

  test.each([
    ['ServiceUnavailable', { status: 503, code: 'ServiceUnavailable' }],
    ['InternalError', { status: 500, code: 'InternalError' }],
    ['a cut connection', 'cut'],
    ['an error inside a 200', 'error-in-200'],
  ] as const)('F51: %s without end is answered as 503, and the upload stays open', async (_, fault) => {
    const upload = await arrived()
    proxy.fail('complete', [fault], { forever: true })
    expect(await complete(upload)).toEqual({ status: 503, message: UNAVAILABLE, retryAfter: '30' })
    expect(proxy.callsOf('complete')).toBe(5)
    expect(await rowsOf(upload)).toEqual(UNSUBMITTED)
    expect(logged.join()).toContain('object storage: unavailable')
    proxy.reset()
    expect(await complete(upload)).toMatchObject({ status: 200 })
    expect(await rowsOf(upload)).toEqual(SUBMITTED)
  })

  test('F53: a completion whose response was lost is recognized as successful', async () => {
    const upload = await arrived()
    proxy.fail('complete', ['done-then-cut'])
    expect(await complete(upload)).toMatchObject({ status: 200 })
    expect(await rowsOf(upload)).toEqual(SUBMITTED)
  })

  test('F53: so is one that finished after the client had disconnected', async () => {
    const upload = await arrived()
    proxy.fail('complete', ['done-then-cut'])
    proxy.fail('head', [{ status: 500, code: 'InternalError' }], { forever: true })
    expect(await complete(upload)).toMatchObject({ status: 503 })
    expect(await rowsOf(upload)).toEqual(UNSUBMITTED)
    proxy.reset()
    expect(await complete(upload)).toMatchObject({ status: 200 })
    expect(await rowsOf(upload)).toEqual(SUBMITTED)
  })

  test('F51: a part of a form is sent again completely', async () => {
    const key = 'a/b/1-report.tif'
    const { storage } = server.deps
    const upload = { key, ...(await storage.openUpload({ key })) }
    proxy.fail('part', [{ status: 503, code: 'ServiceUnavailable' }, 'cut'])
    await storage.putPart({ ...upload, partNumber: 1, maxBytes: MiB(5), body: inPieces() })
    expect(proxy.callsOf('part')).toBe(3)
    expect(await storage.listParts(upload)).toMatchObject([{ partNumber: 1, size: content.length }])
  })

  test('an interrupted read is resumed', async () => {
    const upload = await arrived()
    await complete(upload)
    proxy.fail('read', ['cut-half-way', { status: 503, code: 'SlowDown' }, 'cut-half-way'])
    const key = await storageKeyOf(server, upload.query.uploadId)
    const pieces: Buffer[] = []
    for await (const piece of server.deps.storage.read({ key })) pieces.push(Buffer.from(piece))
    expect(Buffer.concat(pieces).toString()).toBe(content.toString())
    expect(proxy.callsOf('read')).toBe(4)
  })
})

describe('an object store that rejects our calls', () => {
  test.each([
    ['ExpiredToken', 400],
    ['InvalidAccessKeyId', 403],
    ['SignatureDoesNotMatch', 403],
    ['RequestTimeTooSkewed', 403],
    ['NoSuchBucket', 404],
  ])('F54: %s makes the server not ready, uploads get 503, and the log contains the reason', async (code, status) => {
    for (const operation of ['uploads', 'create'] as const) proxy.fail(operation, [{ status, code }], { forever: true })
    expect(await readiness()).toMatchObject({ code: 503, storage: 'failing' })
    expect(logged.join()).toContain(`The object store can't be used (${code}`)
    logged.length = 0

    const started = await startArchive(server, customer, { content })
    expect({ status: started.status, message: started.body.message }).toEqual({ status: 503, message: UNAVAILABLE })
    expect(logged.join()).toContain(`"cause":"${code}","msg":"object storage: access denied or misconfigured"`)
    expect(logged.join()).not.toContain('secret-of-the-store')
    const kept = server.deps.db.selectFrom('analyses').select('id').where('accountId', '=', customer.id)
    expect(await kept.execute()).toEqual([])

    proxy.reset()
    expect(await readiness()).toMatchObject({ code: 200, storage: 'ok' })
  })

  test('F54: a clock that differs from that of the store makes the server not ready', async () => {
    proxy.setSkew(minutes(20))
    expect(await readiness()).toMatchObject({ code: 503, storage: 'failing' })
    expect(logged.join()).toContain('This clock and that of the object store are 20 minutes apart')
  })
})

async function* inPieces(): AsyncGenerator<Uint8Array> {
  yield content.subarray(0, 5)
  yield content.subarray(5)
}

test('a first start with an unavailable store fails with a clear message', async () => {
  proxy.fail('list', [{ status: 403, code: 'AccessDenied' }], { forever: true })
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret', PART_BYTES: String(MiB(5)) }
  const first = openTestServer({ STORAGE_URL: `s3://raw?endpoint=${proxy.endpoint}`, ...keys })
  await expect(first).rejects.toThrow('A first start must know whether the file store is empty')
})
