import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { API_PREFIX, BRAPI_PREFIX, type Endpoint, methodsAt } from '#contract/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import { CSP_REPORTS_PATH } from './csp-reports.ts'

/** The origin of the product, that of the signed URLs of its store, and the address of a base map's tiles. */
export type Site = { publicUrl: string; storageOrigin: string; baseMapUrl: string | null }

/** Pages send parts to the store and display nothing of it: files are downloads. */
const contentSecurityPolicy = ({ publicUrl, storageOrigin, baseMapUrl }: Site): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(baseMapUrl === null ? [] : [new URL(baseMapUrl).origin])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(storageOrigin === new URL(publicUrl).origin ? [] : [storageOrigin])].join(' '),
    "manifest-src 'self'",
    // The program never builds code or markup from text.
    "require-trusted-types-for 'script'",
    'trusted-types workers',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORTS_PATH}`,
    'report-to csp',
  ].join('; ')

const CALLS = [API_PREFIX, BRAPI_PREFIX]

/** Headers of every response that does not set its own. Signed URLs must never leave in a Referer header. */
export const headersFor = ({ id, url }: FastifyRequest, site: Site): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(site),
  'reporting-endpoints': `csp="${site.publicUrl}${CSP_REPORTS_PATH}"`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-request-id': id,
  ...(site.publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
  ...(CALLS.some((prefix) => url.startsWith(`${prefix}/`)) ? { 'cache-control': 'no-store' } : {}),
})

export function addSecurityHeaders(app: FastifyInstance, site: Site): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request, site))
    if (METHODS.has(request.method)) return
    reply.header('allow', methodsOf(request.url.split('?', 1)[0] ?? '').join(', '))
    throw new AppError('method-not-allowed', 'This method is not supported here')
  })
}

/** Fastify also accepts TRACE, PROPFIND and others, for which there are no routes. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function methodsOf(path: string): string[] {
  const calls = methodsAt(Object.values<Endpoint>(api), path)
  if (calls.length > 0) return calls
  if (path === CSP_REPORTS_PATH) return ['POST']
  return path.startsWith('/storage/') ? ['GET', 'HEAD', 'PATCH', 'PUT'] : ['GET', 'HEAD']
}
