import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import { attachment } from '#server/adapters/storage/content-disposition.ts'
import { checkPartSize } from '#server/adapters/storage/incoming/receive-part.ts'
import type { LocalStorage } from '#server/adapters/storage/local/local-storage.ts'
import type { Start } from '#server/adapters/storage/local/put-part.ts'
import { readByteRange } from './request/byte-range.ts'

/** A slow upload may take its time; one that is silent for this long is cut. */
const SILENCE = seconds(60)
/** What follows a start that is refused is there already: its sender is not heard for longer. */
const REFUSED_MS = seconds(0.1)
const METHODS = 'GET, HEAD, PATCH, PUT'
/** Of pages of other origins; the fields are those of draft-ietf-httpbis-resumable-upload. */
const ALLOWED = 'Content-Type, If-Match, If-None-Match, Range, Upload-Complete, Upload-Offset'
const EXPOSED = 'ETag, Upload-Complete, Upload-Length, Upload-Offset'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

type Options = {
  store: LocalStorage
  /** Origins other than the store's own whose pages may use its links. */
  origins: readonly string[]
}

/** Serves the links of the embedded store. To be registered under the prefix /storage. */
export async function localStorageRoutes(app: FastifyInstance, { store, origins }: Options): Promise<void> {
  // The body stays a stream, whatever its length; its type, even one that is no type, plays no part.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.addHook('onRequest', async (request, reply) => {
    delete request.headers['content-type']
    request.raw.setTimeout(SILENCE)
    reply.headers(HEADERS)
    const { origin } = request.headers
    if (origin !== undefined && origins.includes(origin))
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' })
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/*',
    config: { hasLongBody: true },
    handler: (request, reply) => takePart(store, request, reply),
  })
  app.head('/*', (request, reply) =>
    isPartLink(request) ? describePart(store, request, reply) : serveObject(store, request, reply),
  )
  app.get('/*', (request, reply) => serveObject(store, request, reply))
  app.options('/*', async (request, reply) => {
    if (!reply.hasHeader('access-control-allow-origin')) return refuseMethod(request, reply)
    reply.headers({ 'access-control-allow-methods': METHODS, 'access-control-allow-headers': ALLOWED })
    return reply.code(204).send()
  })
  app.route({ method: ['DELETE', 'POST'], url: '/*', handler: refuseMethod })
}

async function refuseMethod(_request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', METHODS)
  throw new AppError('method-not-allowed', 'This link takes GET, HEAD, PATCH and PUT only')
}

async function takePart(store: LocalStorage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = request
  const part = store.readPartLink(raw.url ?? '')
  const start = readStart(request)
  const announced = raw.headers['content-length']
  const whole = announced === undefined ? undefined : (start?.size ?? 0) + Number(announced)
  if (whole !== undefined) checkPartSize(whole, part)
  // Nothing is to be heard from the sender while the disk finishes.
  raw.once('end', () => raw.setTimeout(0))
  try {
    const sent = { ...part, bytes: whole ?? part.bytes, body: chunksOf(raw) }
    const { etag } = await (start ? store.appendPart({ ...sent, start }) : store.putPart(sent))
    return await reply.headers({ etag: `"${etag}"`, 'upload-complete': '?1' }).send()
  } catch (error) {
    if (raw.destroyed && !raw.complete)
      throw new AppError('invalid', 'The connection was cut before the part was whole')
    const there = error instanceof AppError ? error.details.data : undefined
    if (isOffset(there)) reply.header('upload-offset', there.uploadOffset)
    if (start) reply.raw.once('finish', () => setTimeout(() => raw.complete || raw.destroy(), REFUSED_MS))
    throw error
  }
}

/** What the sender takes to be there. A plain PUT replaces whatever is. */
function readStart({ method, headers }: FastifyRequest): Start | undefined {
  if (method === 'PUT') return headers['if-none-match'] === '*' ? { size: 0, etag: undefined } : undefined
  const [offset, complete, etag] = [headers['upload-offset'], headers['upload-complete'], headers['if-match']]
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset) || complete !== '?1')
    throw new AppError('invalid', 'Upload-Offset must be a number of bytes, and Upload-Complete ?1')
  const [, tag] = /^"([0-9a-f-]{1,40})"$/.exec(etag ?? '') ?? []
  if (tag === undefined) throw new AppError('invalid', 'If-Match must be the ETag of the bytes that are there')
  return { size: Number(offset), etag: tag }
}

const isOffset = (data: unknown): data is { uploadOffset: number } =>
  typeof data === 'object' && data !== null && 'uploadOffset' in data

const isPartLink = ({ raw }: FastifyRequest): boolean =>
  new URLSearchParams(raw.url?.split('?', 2)[1]).has('partNumber')

async function describePart(store: LocalStorage, { raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const part = store.readPartLink(raw.url ?? '')
  const { size, etag, isWhole } = await store.statePart(part)
  reply.headers({ 'upload-offset': size, 'upload-complete': isWhole ? '?1' : '?0' })
  if (part.bytes !== undefined) reply.header('upload-length', part.bytes)
  if (etag !== undefined) reply.header('etag', `"${etag}"`)
  return reply.code(204).send()
}

/** The body, each chunk being valid until the next one is asked for. */
async function* chunksOf(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  // The default iterator closes the connection when it is left early, and with it the way for the answer.
  const chunks: AsyncIterable<Buffer> = raw.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    yield chunk
    free(chunk)
  }
}

/** Left to the garbage collector, the chunks of twenty uploads at once amount to 100 MB. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

async function serveObject(store: LocalStorage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { key, fileName } = store.readDownloadLink(request.raw.url ?? '')
  const object = await store.findObject(key)
  const etag = `"${object.etag}"`
  reply.headers({ etag, 'accept-ranges': 'bytes' })
  if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()

  const range = wantedRange(request, { etag, size: object.size })
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${object.size}`)
    return reply.code(416).send({ statusCode: 416, message: 'The file does not have the range that was asked for' })
  }
  const { start, end } = range ?? { start: 0, end: object.size }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${object.size}`)
  reply.headers({
    'content-type': 'application/octet-stream',
    'content-length': end - start,
    'content-disposition': attachment(fileName),
  })
  if (request.method === 'HEAD') return reply.send()
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  await sendPieces(reply, object.read({ start, end }))
  return reply
}

/** Writes to the connection itself: a buffer is reused as soon as the connection has taken it, which no stream tells. */
async function sendPieces({ raw, log }: FastifyReply, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = new Error('The connection was closed')
  let giveUp: ((reason: Error) => void) | undefined
  raw.once('close', () => giveUp?.(closed))
  try {
    for await (const piece of pieces) {
      await new Promise<void>((resolve, reject) => {
        giveUp = reject
        if (raw.destroyed) reject(closed)
        else raw.write(piece, (error) => (error ? reject(error) : resolve()))
      })
    }
    raw.end()
  } catch (error) {
    if (!raw.destroyed) log.error({ err: error }, 'download interrupted')
    raw.destroy()
  }
}

const namesEtag = (header: string | undefined, etag: string): boolean =>
  header
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag) ?? false

function wantedRange({ method, headers }: FastifyRequest, { etag, size }: { etag: string; size: number }) {
  const changed = headers['if-range'] !== undefined && headers['if-range'] !== etag
  return method === 'GET' && !changed ? readByteRange(headers.range, size) : undefined
}
