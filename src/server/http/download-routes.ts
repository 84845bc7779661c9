import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import { attachment } from '#server/adapters/storage/content-disposition.ts'
import type { Deps } from '../deps.ts'
import { downloadSigning } from '../features/files/download-signing.ts'
import { readPreview } from '../features/files/preview-link.ts'
import { reportOfLink } from '../features/reports/download/archive-link.ts'
import { openReportArchive } from '../features/reports/download/open-report-archive.ts'
import { createRateLimiter } from './limits/rate-limit.ts'
import { FILE_HEADERS, sendBytes } from './response/send-bytes.ts'

/** A slow download may take any time; an idle connection is closed after this. */
const IDLE_TIMEOUT_MS = seconds(60)

/** Serves the signed URLs of what the product makes of files. Register it under the prefix /downloads. */
export async function downloadRoutes(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  const limits = createRateLimiter(deps)
  app.addHook('onRequest', async (request, reply) => {
    await limits.countAddress('general', request.ip)
    request.raw.setTimeout(IDLE_TIMEOUT_MS)
    reply.headers(FILE_HEADERS)
  })
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: (request, reply) => sendDownload(deps, request, reply) })
  app.route({
    method: ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    url: '/*',
    handler: async (_request, reply) => {
      reply.header('allow', 'GET, HEAD')
      throw new AppError('method-not-allowed', 'This link takes GET and HEAD only')
    },
  })
}

async function sendDownload(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const link = downloadSigning(deps).verify({ method: 'GET', url: request.raw.url ?? '' })
  const report = reportOfLink(link)
  // Made by us, of what people uploaded.
  if (!report) return reply.type('image/webp').send(await readPreview(deps, link.key))
  const { fileName, ...bytes } = await openReportArchive(deps, report)
  return sendBytes(request, reply, { ...bytes, type: 'application/zip', disposition: attachment(fileName) })
}
