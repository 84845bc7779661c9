import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Started, Tracing } from '../tracing.ts'
import { callName } from './count-calls.ts'

type Options = { tracing: Tracing; trustedProxies: readonly string[] }

/** A span a call. Only who is trusted to say where a call comes from may also say to which trace it belongs. */
export function traceCalls(app: FastifyInstance, { tracing, trustedProxies }: Options): void {
  const isTrusted = trust(trustedProxies)
  const spans = new WeakMap<FastifyRequest, Started>()
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers
    const span = tracing.startCall(callName(request), {
      traceparent: typeof traceparent === 'string' && isTrusted(request.socket.remoteAddress) ? traceparent : undefined,
      attributes: {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'unknown',
        'skyfurrow.request_id': request.id,
      },
    })
    spans.set(request, span)
  })
  // Not earlier: what waits for a body to come in forgets what it runs within.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    spans.get(request)?.end({ attributes: { 'http.response.status_code': statusCode }, failed: statusCode >= 500 })
  })
}

function trust(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (given = '') => {
    // As a socket of both families writes an old address.
    const address = given.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}
