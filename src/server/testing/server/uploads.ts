import type { BodyIn } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import type { TestServer } from './test-server.ts'
import type { TestUser } from './users.ts'

type Start = Partial<BodyIn<'startUpload'>>

/** Starts the upload of `content` as a customer would. */
export async function startArchive(
  server: Pick<TestServer, 'call'>,
  person: Pick<TestUser, 'token'>,
  { content, start }: { content: Buffer; start?: Start },
) {
  return server.call('startUpload', {
    token: person.token,
    body: {
      fileName: 'flight.zip',
      description: 'Flight at noon',
      projectType: 'Soybean_Trial',
      id: '',
      totalChunks: 1,
      reportCategories: ['orthomosaic'],
      fileSize: content.length,
      ...start,
    },
  })
}

type StartOfMap = Partial<BodyIn<'startMapUpload'>>

/** Starts the upload of an own file as a customer would. */
export const startMap = (
  server: Pick<TestServer, 'call'>,
  { token }: Pick<TestUser, 'token'>,
  { content, ...start }: { content: Buffer } & StartOfMap,
) => {
  const body = {
    fileName: 'field.tif',
    projectType: 'Soybean_Trial',
    totalChunks: 1,
    fileSize: content.length,
    ...start,
  }
  return server.call('startMapUpload', { token, body })
}

/** Adds an own file, and returns its id. */
export async function addMap(
  server: TestServer,
  person: Pick<TestUser, 'token'>,
  { content, ...start }: { content: Buffer } & StartOfMap,
): Promise<string> {
  const { body } = await startMap(server, person, { content, ...start })
  const query = { uploadId: body.data.preSignedUrl.uploadId, fileId: body.data.id }
  const parts = await sendParts(body.data, content)
  const completed = await server.call('completeMapUpload', { token: person.token, query, body: parts })
  if (completed.status !== 200) throw new Error(completed.body.message)
  return completed.body.data.mapId
}

/** Sends the parts that have a URL, in order, and returns all completed parts. */
export async function sendParts(
  presigned: PresignedUpload,
  content: Buffer,
): Promise<{ partNumber: number; etag: string }[]> {
  const parts = presigned.received.map(({ partNumber, etag }) => ({ partNumber, etag }))
  for (const [number, url] of Object.entries(presigned.preSignedUrl.preSignedUrls)) {
    const partNumber = Number(number)
    const start = (partNumber - 1) * presigned.partSize
    const response = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(content.subarray(start, start + presigned.partSize)),
    })
    if (response.status !== 200) throw new Error(`part ${number}: ${response.status} ${await response.text()}`)
    parts.push({ partNumber, etag: (response.headers.get('etag') ?? '').replaceAll('"', '') })
  }
  return parts.sort((a, b) => a.partNumber - b.partNumber)
}

/** Submits a request with the archive `content`. */
export async function submitArchive(
  server: TestServer,
  person: TestUser,
  options: { content?: Buffer; start?: Start } = {},
): Promise<{ analysisRequestId: string; uploadId: string }> {
  const content = options.content ?? Buffer.from('an archive of raw images')
  const { body } = await startArchive(server, person, { ...options, content })
  const ref = { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: body.data.id }
  const parts = await sendParts(body.data, content)
  const completed = await server.call('completeUpload', { token: person.token, query: ref, body: parts })
  if (completed.status !== 200) throw new Error(completed.body.message)
  return ref
}

/** The upload's key and id in the store. */
export async function loadStoreRef({ deps }: TestServer, uploadId: string): Promise<{ key: string; uploadId: string }> {
  const upload = deps.db
    .selectFrom('uploads')
    .select(['storageKey as key', 'storageUploadId as uploadId'])
    .where('id', '=', uploadId)
  return upload.executeTakeFirstOrThrow()
}

/** The file of an upload, as jobs name it. */
export async function fileOfUpload(
  { deps }: Pick<TestServer, 'deps'>,
  { uploadId }: { uploadId: string },
): Promise<{ fileId: string }> {
  const file = deps.db.selectFrom('files').select('id as fileId').where('uploadId', '=', uploadId)
  return file.executeTakeFirstOrThrow()
}

/** The storage key of a completed upload's file. */
export async function storageKeyOf({ deps }: TestServer, uploadId: string): Promise<string> {
  const file = deps.db.selectFrom('files').select('storageKey').where('uploadId', '=', uploadId)
  return (await file.executeTakeFirstOrThrow()).storageKey
}

type ReportStart = Partial<BodyIn<'startReportUpload'>>

/** Starts one file of a report as staff would. */
export const startReportFile = (
  server: TestServer,
  staff: TestUser,
  { id, content, ...start }: ReportStart & { id: string; content: Buffer },
) =>
  server.call('startReportUpload', {
    token: staff.token,
    body: {
      fileName: 'ortho.tif',
      description: '',
      projectType: 'Soybean_Trial',
      id,
      totalChunks: 1,
      fileSize: content.length,
      ...start,
    },
  })

/** Uploads one report file and returns the response to its completion. */
export async function attachReportFile(
  server: TestServer,
  staff: TestUser,
  { publish, ...file }: Parameters<typeof startReportFile>[2] & { publish?: 'true' | 'false' },
) {
  const { body } = await startReportFile(server, staff, file)
  const parts = await sendParts(body.data, file.content)
  const query = {
    uploadId: body.data.preSignedUrl.uploadId,
    analysisRequestId: file.id,
    ...(publish ? { publish } : {}),
  }
  const complete = () => server.call('completeReportUpload', { token: staff.token, query, body: parts })
  return { ...(await complete()), query, parts }
}
