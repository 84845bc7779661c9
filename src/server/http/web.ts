import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Serves the built web application; every address that is not a file of it is a screen of it. */
export async function webApplication(
  app: FastifyInstance,
  options: { folder: string; publicUrl: string },
): Promise<void> {
  const home = new URL(options.publicUrl)
  await app.register(fastifyStatic, {
    root: options.folder,
    // Names of built assets change with their content.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  app.setNotFoundHandler((request, reply) => {
    if (!isScreen(request)) throw new AppError('not-found', 'There is nothing at this address')
    return sendScreen(request, reply, home)
  })
}

const isScreen = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  !/^\/(api|storage|dev|assets)(\/|$)/.test(request.url) &&
  (request.headers.accept ?? '').includes('text/html')

function sendScreen(request: FastifyRequest, reply: FastifyReply, home: URL): FastifyReply {
  // Part and download links are on PUBLIC_URL; under another name of this machine the browser would refuse them.
  const name = request.hostname
  if (name !== home.hostname && LOOPBACK.has(name) && LOOPBACK.has(home.hostname))
    return reply.redirect(new URL(request.url, home).href)
  return reply.sendFile('index.html')
}
