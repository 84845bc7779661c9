import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createRateLimiter, type RateLimitDeps } from '../limits/rate-limit.ts'

export const VIOLATIONS_PATH = '/csp-reports'

const MOST_AT_ONCE = 20
const text = z.string().max(2_000).default('')
/** A report of `report-uri`, and a list of reports of the Reporting API. */
const oldReport = z
  .object({ 'csp-report': z.object({ 'document-uri': text, 'effective-directive': text, 'blocked-uri': text }) })
  .transform(({ 'csp-report': report }) => [
    { page: report['document-uri'], directive: report['effective-directive'], blocked: report['blocked-uri'] },
  ])
const newReports = z
  .array(
    z.object({ type: z.string(), body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }) }),
  )
  .max(MOST_AT_ONCE)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({ page: body.documentURL, directive: body.effectiveDirective, blocked: body.blockedURL })),
  )
const reports = z.union([oldReport, newReports])

/** Receives CSP violations from browsers. Anyone can send here, so little is logged. */
export async function cspReports(app: FastifyInstance, { deps }: { deps: RateLimitDeps }): Promise<void> {
  const limits = createRateLimiter(deps)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )
  app.post(VIOLATIONS_PATH, {
    onRequest: async (request) => limits.countAddress('violation', request.ip),
    handler: async (request, reply) => {
      const read = reports.safeParse(request.body)
      for (const { page, directive, blocked } of read.data ?? [])
        request.log.warn({ page: withoutQuery(page), directive, blocked: withoutQuery(blocked) }, 'CSP violation')
      return reply.code(read.success ? 204 : 400).send()
    },
  })
}

/** A query may contain an email address or a signature. `inline` and `eval` are not URLs. */
const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0]?.slice(0, 200) ?? ''
