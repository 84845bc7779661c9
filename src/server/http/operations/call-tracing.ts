import { compile } from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Started, Tracing } from '../../observability/tracing.ts'
import { callName } from './call-metrics.ts'

type Options = { tracing: Tracing; trustedProxies: readonly string[] }

/** A span per call. Only trusted proxies may set the trace that a call belongs to. */
export function traceCalls(app: FastifyInstance, { tracing, trustedProxies }: Options): void {
  // The same check that Fastify applies to X-Forwarded-For.
  const isTrusted = compile([...trustedProxies])
  const spans = new WeakMap<FastifyRequest, Started>()
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers
    const span = tracing.startCall(callName(request), {
      traceparent:
        typeof traceparent === 'string' && isTrusted(request.socket.remoteAddress ?? '', 0) ? traceparent : undefined,
      attributes: {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'unknown',
        'skyfurrow.request_id': request.id,
      },
    })
    spans.set(request, span)
  })
  // Not earlier: waiting for the body loses the async context.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    spans.get(request)?.end({ attributes: { 'http.response.status_code': statusCode }, failed: statusCode >= 500 })
  })
}
