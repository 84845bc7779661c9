import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import { attachment, inline as inlineDisposition } from '#server/adapters/storage/content-disposition.ts'
import type { LocalStorage } from '#server/adapters/storage/local/local-storage.ts'
import { describePart, takePart } from './part-requests.ts'
import { FILE_HEADERS, sendBytes } from './response/send-bytes.ts'

/** A slow upload may take any time; an idle connection is closed after this. */
const IDLE_TIMEOUT_MS = seconds(60)
const METHODS = 'GET, HEAD, PATCH, PUT'
/** For pages of other origins. The fields are those of draft-ietf-httpbis-resumable-upload. */
const ALLOWED_HEADERS = 'Content-Type, If-Match, If-None-Match, Range, Upload-Complete, Upload-Offset'
const EXPOSED_HEADERS = 'ETag, Upload-Complete, Upload-Length, Upload-Offset'

type Options = {
  store: LocalStorage
  /** Other origins whose pages may use the signed URLs. */
  origins: readonly string[]
  /** Whether the nginx of ops/nginx is in front: files are sent by it, and not by this process. */
  nginxSendsFiles?: boolean
}

/** Serves the signed URLs of the embedded store. Register it under the prefix /storage. */
export async function localStorageRoutes(
  app: FastifyInstance,
  { store, origins, nginxSendsFiles = false }: Options,
): Promise<void> {
  // The body stays a stream, whatever its length and its type, even an invalid one.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.addHook('onRequest', async (request, reply) => {
    delete request.headers['content-type']
    request.raw.setTimeout(IDLE_TIMEOUT_MS)
    reply.headers(FILE_HEADERS)
    const { origin } = request.headers
    if (origin !== undefined && origins.includes(origin))
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED_HEADERS,
        vary: 'Origin',
      })
  })

  const serve = (request: FastifyRequest, reply: FastifyReply) =>
    serveObject(store, { request, reply, nginxSendsFiles })
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/*',
    config: { hasLongBody: true },
    handler: (request, reply) => takePart(store, request, reply),
  })
  app.head('/*', (request, reply) => (isPartUrl(request) ? describePart(store, request, reply) : serve(request, reply)))
  app.get('/*', serve)
  app.options('/*', async (request, reply) => {
    if (!reply.hasHeader('access-control-allow-origin')) return rejectMethod(request, reply)
    reply.headers({ 'access-control-allow-methods': METHODS, 'access-control-allow-headers': ALLOWED_HEADERS })
    return reply.code(204).send()
  })
  app.route({ method: ['DELETE', 'POST'], url: '/*', handler: rejectMethod })
}

async function rejectMethod(_request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', METHODS)
  throw new AppError('method-not-allowed', 'This link takes GET, HEAD, PATCH and PUT only')
}

const isPartUrl = ({ raw }: FastifyRequest): boolean => new URLSearchParams(raw.url?.split('?', 2)[1]).has('partNumber')

type Serving = { request: FastifyRequest; reply: FastifyReply; nginxSendsFiles: boolean }

async function serveObject(store: LocalStorage, { request, reply, nginxSendsFiles }: Serving): Promise<FastifyReply> {
  const { key, fileName, inline, cacheControl } = store.readDownloadLink(request.raw.url ?? '')
  const object = await store.findObject(key)
  const type = inline ?? 'application/octet-stream'
  const disposition = inline ? inlineDisposition(fileName) : attachment(fileName)
  reply.header('cache-control', cacheControl)
  if (!nginxSendsFiles || !object.file) return sendBytes(request, reply, { ...object, type, disposition })
  return reply
    .headers({ 'x-accel-redirect': `/stored-objects/${object.file}`, 'content-disposition': disposition })
    .type(type)
    .send()
}
