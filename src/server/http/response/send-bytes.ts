import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '#server/adapters/storage/storage.ts'
import { readByteRange } from '../request/byte-range.ts'

/** Of everything that people have uploaded: it never acts as a page, nor on a page of another origin. */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

type Bytes = {
  size: number
  /** Names the content, without quotes. Undefined when no part of it can be asked for. */
  etag: string | undefined
  type: string
  disposition: string
  /** In order. A piece keeps its bytes only until the next one is requested. */
  read: (range: ByteRange) => AsyncIterable<Uint8Array>
}

/** Answers GET and HEAD, also for a range, and for what the client has already. Stops reading when the client goes away. */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): Promise<FastifyReply> {
  const etag = bytes.etag && `"${bytes.etag}"`
  reply.headers({ ...(etag && { etag }), 'accept-ranges': etag ? 'bytes' : 'none' })
  if (etag && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()

  const range = etag ? readRequestedRange(request, { etag, size: bytes.size }) : undefined
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes.size}`)
    return reply.code(416).send({ statusCode: 416, message: "The file doesn't have the requested range" })
  }
  const { start, end } = range ?? { start: 0, end: bytes.size }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes.size}`)
  reply.headers({
    'content-type': bytes.type,
    'content-length': end - start,
    'content-disposition': bytes.disposition,
  })
  if (request.method === 'HEAD') return reply.send()
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  await sendChunks(reply, bytes.read({ start, end }))
  return reply
}

/** Writes to the connection directly: a buffer is reused as soon as the connection has written it, which a stream does not report. */
async function sendChunks({ raw, log }: FastifyReply, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = new Error('The connection was closed')
  let onClose: ((reason: Error) => void) | undefined
  raw.once('close', () => onClose?.(closed))
  try {
    for await (const chunk of chunks) {
      await new Promise<void>((resolve, reject) => {
        onClose = reject
        if (raw.destroyed) reject(closed)
        else raw.write(chunk, (error) => (error ? reject(error) : resolve()))
      })
    }
    raw.end()
  } catch (error) {
    if (!raw.destroyed) log.error({ err: error }, 'download interrupted')
    raw.destroy()
  }
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === etag) ?? false

function readRequestedRange({ method, headers }: FastifyRequest, { etag, size }: { etag: string; size: number }) {
  const changed = headers['if-range'] !== undefined && headers['if-range'] !== etag
  return method === 'GET' && !changed ? readByteRange(headers.range, size) : undefined
}
