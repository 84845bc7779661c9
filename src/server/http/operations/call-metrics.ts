import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Metrics } from '../../observability/metrics/metrics.ts'

const names = new Map((Object.keys(api) as EndpointName[]).map((name) => [api[name] as Endpoint, name]))
const ROUTE_GROUPS: readonly [prefix: string, name: string][] = [
  // It lasts for minutes.
  ['/api/events', 'events'],
  ['/api/', 'other calls'],
  ['/brapi/', 'other calls'],
  ['/storage/', 'files'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/csp-reports', 'csp reports'],
]

/** The label of a call: the endpoint name of the contract, or the group of its route. Labels must have few values. */
export function callName({ method, routeOptions }: FastifyRequest): string {
  const { endpoint } = routeOptions.config
  const name = endpoint && names.get(endpoint)
  if (name) return name
  const { url } = routeOptions
  if (url === undefined) return 'unknown'
  const group = ROUTE_GROUPS.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'pages'
  return group === 'files' ? (method === 'PUT' ? 'files in' : 'files out') : group
}

const REASONS: Record<number, string> = { 429: 'limit', 503: 'unavailable', 507: 'storage-full' }

/** Records every call when its response is sent. */
export function recordCallMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const endpoint = callName(request)
    metrics.callSeconds.observe({ endpoint, status: `${Math.floor(statusCode / 100)}xx` }, elapsedTime / 1000)
    const reason = REASONS[statusCode]
    if (reason) metrics.rejections.inc({ endpoint, reason })
    if (endpoint !== 'logIn') return
    if (statusCode === 200) metrics.logins.inc({ outcome: 'ok' })
    else if (statusCode === 401 || statusCode === 403) metrics.logins.inc({ outcome: 'failed' })
  })
}
