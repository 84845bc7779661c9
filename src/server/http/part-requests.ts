// A part as it is sent to a signed URL of the embedded store.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import type { LocalStorage } from '#server/adapters/storage/local/local-storage.ts'
import type { Start } from '#server/adapters/storage/local/put-part.ts'
import { acceptPart, receivePart } from '../features/uploads/receive-part.ts'

/** The body after a rejected start is stored already: how long the connection stays open for the response. */
const REJECTED_LINGER_MS = seconds(0.1)

export async function takePart(
  store: LocalStorage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = request
  const link = store.readPartLink(raw.url ?? '')
  const start = readStart(request)
  const length = raw.headers['content-length']
  const part = acceptPart(link, { start, length: length === undefined ? undefined : Number(length) })
  // The client sends nothing while the disk finishes.
  raw.once('end', () => raw.setTimeout(0))
  try {
    const { etag } = await receivePart(store, part, chunksOf(raw))
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

/** How much of a part has arrived. */
export async function describePart(
  store: LocalStorage,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
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
