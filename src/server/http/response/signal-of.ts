import type { FastifyReply } from 'fastify'
import { AppError } from '#domain/errors.ts'

/** Aborted when the caller has gone away. Unlike Fastify's own signal it isn't aborted by the end of the body. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new AppError('invalid', 'The connection was lost before the response'))
  })
  return gone.signal
}
