import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { openLocalStorage } from '#server/adapters/storage/local/local-storage.ts'
import { drainUnreadBody, TIMEOUTS } from '../limits/connections.ts'
import { toErrorResponse } from '../response/errors.ts'
import { localStorageRoutes } from '../storage-routes.ts'

/** An origin whose pages may use the signed URLs. */
export const ALLOWED_ORIGIN = 'https://app.example.test'

/** The local store with a server for its signed URLs, in its own folder unless one is given. */
export async function serveLocalStorage(existingFolder?: string, { nginxSendsFiles = false } = {}) {
  const folder = existingFolder ?? (await mkdtemp(join(tmpdir(), 'storage-')))
  const app = Fastify({ forceCloseConnections: true })
  const server = createServer((incoming, outgoing) => app.routing(incoming, outgoing))
  server.on('request', (incoming, outgoing) => drainUnreadBody(incoming, outgoing, TIMEOUTS.lingerMs))
  server.keepAliveTimeout = 0
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })
  let now = new Date()
  const publicUrl = `http://127.0.0.1:${port}`
  const storage = await openLocalStorage({ folder, publicUrl, signingKey: Buffer.alloc(32, 7), now: () => now })
  app.setErrorHandler((error, _request, reply) => {
    const { status = 500, message } = toErrorResponse(error) ?? {}
    return reply.code(status).send({ statusCode: status, message })
  })
  await app.register(localStorageRoutes, {
    prefix: '/storage',
    store: storage,
    origins: [ALLOWED_ORIGIN],
    nginxSendsFiles,
  })
  await app.ready()
  return {
    folder,
    storage,
    setNow: (at: Date) => {
      now = at
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await app.close()
      if (existingFolder === undefined) await rm(folder, { recursive: true })
    },
  }
}

export const put = (
  url: string,
  body: string | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, { method: 'PUT', body, headers, ...(typeof body === 'string' ? {} : { duplex: 'half' }) })

export const etagOf = (response: Response): string => (response.headers.get('etag') ?? '').replaceAll('"', '')
