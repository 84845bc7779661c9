import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { readWebPages, type WebPage } from './prerendered-pages.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

type Options = { folder: string; publicUrl: string }

/** Serves the built web application: its pages from memory, its files, and for everything else the not-found page. */
export async function webApplication(app: FastifyInstance, { folder, publicUrl }: Options): Promise<void> {
  const { pages, notFound } = await readWebPages(folder, publicUrl)
  const home = new URL(publicUrl)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // A route for each file: a wildcard lists its folder again for each request. Pages are served by their paths, with
    // PUBLIC_URL filled in.
    wildcard: false,
    globIgnore: ['**/*.{html,br,gz}', ...[...pages.keys()].map((path) => path.slice(1))],
    // The names of built assets contain a hash of their content.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  for (const [url, page] of pages) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => redirectToPublicUrl(request, reply, home) ?? sendPage(request, reply, page),
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw new AppError('not-found', 'There is nothing at this address')
    const normalized = normalizeUrl(request)
    if (normalized !== undefined && pages.has(normalized.path))
      return reply.redirect(`${normalized.path}${normalized.query}`, 308)
    return redirectToPublicUrl(request, reply, home) ?? sendPage(request, reply.code(404), notFound)
  })
}

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|brapi|gis|storage|dev|assets|pictures)(\/|$)/.test(request.url) &&
  (request.headers.accept ?? '').includes('text/html')

/** Normalizes a URL as typed by a person: capitals, a trailing slash, the file name. */
function normalizeUrl({ url }: FastifyRequest): { path: string; query: string } | undefined {
  const [given = '', query] = url.split('?', 2)
  const path = withoutSuffix(given.toLowerCase()) || '/'
  return path === given ? undefined : { path, query: query === undefined ? '' : `?${query}` }
}

function withoutSuffix(path: string): string {
  if (path.endsWith('/index.html')) return path.slice(0, -'/index.html'.length)
  let length = path.length
  while (path[length - 1] === '/') length -= 1
  return path.slice(0, length)
}

/** Upload and download URLs are on PUBLIC_URL; under another host name the browser would block them. */
function redirectToPublicUrl(request: FastifyRequest, reply: FastifyReply, home: URL): FastifyReply | undefined {
  const name = request.hostname
  if (name === home.hostname || !LOOPBACK.has(name) || !LOOPBACK.has(home.hostname)) return undefined
  return reply.redirect(`${home.origin}${request.url}`)
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: WebPage): Promise<FastifyReply> {
  const { body, encoding, etag } = await page.encoded(request.headers['accept-encoding'])
  reply.headers({ 'content-type': page.type, 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (reply.statusCode === 200 && known.includes(etag)) return reply.code(304).send()
  return reply.send(body)
}
