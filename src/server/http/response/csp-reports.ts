import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createRateLimiter, type RateLimitDeps } from '../limits/rate-limit.ts'

export const CSP_REPORTS_PATH = '/csp-reports'

const REPORTS_MAX = 20
const text = z.string().max(2_000).default('')
/** A report of `report-uri`, and a list of reports of the Reporting API. */
const reportUriBody = z
  .object({ 'csp-report': z.object({ 'document-uri': text, 'effective-directive': text, 'blocked-uri': text }) })
  .transform(({ 'csp-report': report }) => [
    { page: report['document-uri'], directive: report['effective-directive'], blocked: report['blocked-uri'] },
  ])
/** The body that the Reporting API sends: several reports. */
const reportingApiBody = z
  .array(
    z.object({ type: z.string(), body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }) }),
  )
  .max(REPORTS_MAX)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({ page: body.documentURL, directive: body.effectiveDirective, blocked: body.blockedURL })),
  )
const reports = z.union([reportUriBody, reportingApiBody])

/** Receives CSP violations from browsers. Anyone can send here, so little is logged. */
export async function cspReports(app: FastifyInstance, { deps }: { deps: RateLimitDeps }): Promise<void> {
  const limits = createRateLimiter(deps)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )
  app.post(CSP_REPORTS_PATH, {
    onRequest: async (request) => limits.countAddress('violation', request.ip),
    handler: async (request, reply) => {
      const parsed = reports.safeParse(request.body)
      for (const { page, directive, blocked } of parsed.data ?? [])
        request.log.warn({ page: withoutQuery(page), directive, blocked: withoutQuery(blocked) }, 'CSP violation')
      return reply.code(parsed.success ? 204 : 400).send()
    },
  })
}

/** A query may contain an email address or a signature. `inline` and `eval` are not URLs. */
const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0]?.slice(0, 200) ?? ''
