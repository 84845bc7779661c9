import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { minutes } from '#domain/units.ts'

/** Enough for millions of rows. */
const CSV_MAX_MS = minutes(30)

/** Streams a file while it is written: no faster than the client reads it, and no further when the client leaves. */
export function sendCsv(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  const body = addAbortSignal(AbortSignal.timeout(CSV_MAX_MS), Readable.from(pieces))
  return reply.type('text/csv; charset=utf-8').send(body)
}
