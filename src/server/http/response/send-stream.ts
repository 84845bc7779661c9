import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { minutes } from '#domain/units.ts'

/** Enough for millions of rows. */
const TIMEOUT_MS = minutes(30)

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
  gpkg: 'application/geopackage+sqlite3',
  report: 'text/html; charset=utf-8',
  fieldimager: 'text/csv; charset=utf-8',
  'field-book': 'text/csv; charset=utf-8',
  codebook: 'text/csv; charset=utf-8',
  means: 'text/csv; charset=utf-8',
  bytes: 'application/octet-stream',
  picture: 'image/webp',
} as const

type Stream = { type: keyof typeof TYPES; chunks: AsyncIterable<string | Uint8Array> }

/**
 * Streams a file while it is written, at the speed of the client; stops when the client leaves. An error before the first
 * chunk is thrown, so the client gets an error response; a later one can only cut the download.
 */
export async function sendStream(reply: FastifyReply, { type, chunks }: Stream): Promise<FastifyReply> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  const body = addAbortSignal(AbortSignal.timeout(TIMEOUT_MS), Readable.from(resume(first, iterator)))
  return reply.type(TYPES[type]).send(body)
}

async function* resume<Chunk>(first: IteratorResult<Chunk>, iterator: AsyncIterator<Chunk>): AsyncGenerator<Chunk> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}
