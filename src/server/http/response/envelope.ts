import type { FastifyReply, FastifyRequest } from 'fastify'
import { BRAPI_PREFIX, type Endpoint } from '#contract/endpoint.ts'
import type { FieldError } from '#domain/errors.ts'
import { toErrorResponse } from './errors.ts'

declare module 'fastify' {
  // biome-ignore lint: the framework's own interface is extended here.
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** `statusCode` as in section 7 of the specification: a number, or text in four calls. */
const wireStatus = (endpoint: Endpoint | undefined, status: number): number | string =>
  endpoint?.statusCodeAs === 'text' ? String(status) : status

export const success = (endpoint: Endpoint, reply: object): object => ({
  statusCode: wireStatus(endpoint, 200),
  message: endpoint.success,
  ...reply,
})

/** Sends any error in the envelope. An unexpected error gets a fixed message, and a log line with the same request id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toErrorResponse(error)
  if (!known) request.log.error({ err: error }, 'unexpected error')
  // Only the operator can fix it: storage is full, a dependency is down.
  else if (known.status >= 500) request.log.warn({ err: error }, 'request rejected (retryable)')
  const { status, message, errors, data, retryAfterSeconds } = known ?? {
    status: 500,
    message: 'Server error occurred. Please try again later',
  }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.code(status).type('application/json; charset=utf-8')
  if (request.url.startsWith(`${BRAPI_PREFIX}/`)) return reply.send(JSON.stringify(brapiError(message, errors)))
  return reply.send({
    statusCode: wireStatus(request.routeOptions.config.endpoint, status),
    message,
    ...(errors ? { errors } : {}),
    ...(data === undefined ? {} : { data }),
  })
}

/** A text, as the standard shows it: a line for each error. */
function brapiError(message: string, errors: readonly FieldError[] = []): string {
  const at = new Date().toISOString()
  const lines =
    errors.length === 0
      ? [message]
      : errors.map(({ field, message: text }) => (field === '' ? text : `${field}: ${text}`))
  return lines.map((line) => `ERROR - ${at} - ${line}`).join('\n')
}
