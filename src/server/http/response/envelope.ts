import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
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
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      statusCode: wireStatus(request.routeOptions.config.endpoint, status),
      message,
      ...(errors ? { errors } : {}),
      ...(data === undefined ? {} : { data }),
    })
}
