import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import { attachment, inline as inlineDisposition } from '#server/adapters/storage/content-disposition.ts'
import { checkPartSize } from '#server/adapters/storage/incoming/receive-part.ts'
import type { LocalStorage } from '#server/adapters/storage/local/local-storage.ts'
import type { Start } from '#server/adapters/storage/local/put-part.ts'
import { FILE_HEADERS, sendBytes } from './response/send-bytes.ts'

/** A slow upload may take any time; an idle connection is closed after this. */
const IDLE_TIMEOUT_MS = seconds(60)
/** The body after a rejected start is stored already: how long the connection stays open for the response. */
const REJECTED_LINGER_MS = seconds(0.1)
const METHODS = 'GET, HEAD, PATCH, PUT'
/** For pages of other origins. The fields are those of draft-ietf-httpbis-resumable-upload. */
const ALLOWED_HEADERS = 'Content-Type, If-Match, If-None-Match, Range, Upload-Complete, Upload-Offset'
const EXPOSED_HEADERS = 'ETag, Upload-Complete, Upload-Length, Upload-Offset'

type Options = {
  store: LocalStorage
  /** Other origins whose pages may use the signed URLs. */
  origins: readonly string[]
  /** Whether the nginx of ops/nginx is in front: files are sent by it, and not by this process. */
  nginxSendsFiles?: boolean
}

/** Serves the signed URLs of the embedded store. Register it under the prefix /storage. */
export async function localStorageRoutes(
  app: FastifyInstance,
  { store, origins, nginxSendsFiles = false }: Options,
): Promise<void> {
  // The body stays a stream, whatever its length and its type, even an invalid one.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.addHook('onRequest', async (request, reply) => {
    delete request.headers['content-type']
    request.raw.setTimeout(IDLE_TIMEOUT_MS)
    reply.headers(FILE_HEADERS)
    const { origin } = request.headers
    if (origin !== undefined && origins.includes(origin))
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED_HEADERS,
        vary: 'Origin',
      })
  })

  const serve = (request: FastifyRequest, reply: FastifyReply) =>
    serveObject(store, { request, reply, nginxSendsFiles })
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/*',
    config: { hasLongBody: true },
    handler: (request, reply) => receivePart(store, request, reply),
  })
  app.head('/*', (request, reply) => (isPartUrl(request) ? describePart(store, request, reply) : serve(request, reply)))
  app.get('/*', serve)
  app.options('/*', async (request, reply) => {
    if (!reply.hasHeader('access-control-allow-origin')) return rejectMethod(request, reply)
    reply.headers({ 'access-control-allow-methods': METHODS, 'access-control-allow-headers': ALLOWED_HEADERS })
    return reply.code(204).send()
  })
  app.route({ method: ['DELETE', 'POST'], url: '/*', handler: rejectMethod })
}

async function rejectMethod(_request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', METHODS)
  throw new AppError('method-not-allowed', 'This link takes GET, HEAD, PATCH and PUT only')
}

async function receivePart(store: LocalStorage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = request
  const part = store.readPartLink(raw.url ?? '')
  const start = readStart(request)
  const length = raw.headers['content-length']
  const whole = length === undefined ? undefined : (start?.size ?? 0) + Number(length)
  if (whole !== undefined) checkPartSize(whole, part)
  // The client sends nothing while the disk finishes.
  raw.once('end', () => raw.setTimeout(0))
  try {
    const sent = { ...part, bytes: whole ?? part.bytes, body: chunksOf(raw) }
    const { etag } = await (start ? store.appendPart({ ...sent, start }) : store.putPart(sent))
    return await reply.headers({ etag: `"${etag}"`, 'upload-complete': '?1' }).send()
  } catch (error) {
    if (raw.destroyed && !raw.complete)
      throw new AppError('invalid', 'The connection was lost before the whole part arrived')
    const stored = error instanceof AppError ? error.details.data : undefined
    if (isOffset(stored)) reply.header('upload-offset', stored.uploadOffset)
    if (start) reply.raw.once('finish', () => setTimeout(() => raw.complete || raw.destroy(), REJECTED_LINGER_MS))
    throw error
  }
}

/** What the client assumes is stored. A plain PUT replaces whatever is stored. */
function readStart({ method, headers }: FastifyRequest): Start | undefined {
  if (method === 'PUT') return headers['if-none-match'] === '*' ? { size: 0, etag: undefined } : undefined
  const [offset, complete, etag] = [headers['upload-offset'], headers['upload-complete'], headers['if-match']]
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset) || complete !== '?1')
    throw new AppError('invalid', 'Upload-Offset must be a number of bytes, and Upload-Complete ?1')
  const [, tag] = /^"([0-9a-f-]{1,40})"$/.exec(etag ?? '') ?? []
  if (tag === undefined) throw new AppError('invalid', 'If-Match must be the ETag of the bytes that have arrived')
  return { size: Number(offset), etag: tag }
}

const isOffset = (data: unknown): data is { uploadOffset: number } =>
  typeof data === 'object' && data !== null && 'uploadOffset' in data

const isPartUrl = ({ raw }: FastifyRequest): boolean => new URLSearchParams(raw.url?.split('?', 2)[1]).has('partNumber')

async function describePart(store: LocalStorage, { raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const part = store.readPartLink(raw.url ?? '')
  const { size, etag, isWhole } = await store.getPartState(part)
  reply.headers({ 'upload-offset': size, 'upload-complete': isWhole ? '?1' : '?0' })
  if (part.bytes !== undefined) reply.header('upload-length', part.bytes)
  if (etag !== undefined) reply.header('etag', `"${etag}"`)
  return reply.code(204).send()
}

/** The body. Each chunk is valid until the next one is requested. */
async function* chunksOf(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  // The default iterator destroys the connection when it is left early, and then no response can be sent.
  const chunks: AsyncIterable<Buffer> = raw.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    yield chunk
    free(chunk)
  }
}

/** Left to the garbage collector, the chunks of twenty concurrent uploads use 100 MB. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

type Serving = { request: FastifyRequest; reply: FastifyReply; nginxSendsFiles: boolean }

async function serveObject(store: LocalStorage, { request, reply, nginxSendsFiles }: Serving): Promise<FastifyReply> {
  const { key, fileName, inline, cacheControl } = store.readDownloadLink(request.raw.url ?? '')
  const object = await store.findObject(key)
  const type = inline ?? 'application/octet-stream'
  const disposition = inline ? inlineDisposition(fileName) : attachment(fileName)
  reply.header('cache-control', cacheControl)
  if (!nginxSendsFiles || !object.file) return sendBytes(request, reply, { ...object, type, disposition })
  return reply
    .headers({ 'x-accel-redirect': `/stored-objects/${object.file}`, 'content-disposition': disposition })
    .type(type)
    .send()
}
