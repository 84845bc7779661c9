import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../deps.ts'
import { type Opened, openAddress } from '../features/gis/open-address.ts'
import { readTilePath } from '../features/gis/tiles/tile-path.ts'
import { GIS_PREFIX, tokenOfKey } from '../features/gis/trial-key.ts'
import { authenticateTokenById } from '../features/tokens/authenticate-token.ts'
import { allowedByToken, callerOf } from './authorize.ts'
import { createRateLimiter } from './limits/rate-limit.ts'
import { signalOf } from './response/signal-of.ts'

/** What a call with the scope read may do. */
const READS = { access: 'customer-or-admin', least: 'viewer', scopes: ['read'], links: [], isDownload: false } as const

/** Pages of any site may show tiles: their address has the key, and no cookie counts here. */
const FOR_WEB_MAPS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
/** As long as the link to a map is signed for. */
const TILE_SECONDS = 3600

/** Addresses of trials for programs that send no headers. The key in them stands for an API token, and ends with it. */
export function gisRoutes(app: FastifyInstance, deps: Deps): void {
  const limits = createRateLimiter(deps)
  app.route({
    method: ['GET', 'HEAD'],
    url: `${GIS_PREFIX}/:trialId/:key/*`,
    onRequest: async (request, reply) => {
      await limits.countAddress('gis', request.ip)
      reply.header('cache-control', 'private, no-store')
      const { '*': path } = request.params as { '*': string }
      if (readTilePath(path)) reply.headers(FOR_WEB_MAPS)
    },
    handler: async (request, reply) => {
      const { trialId, key, '*': path } = request.params as { trialId: string; key: string; '*': string }
      const tokenId = tokenOfKey(deps, { key, trialId })
      if (tokenId === undefined) throw new AppError('not-found', 'There is nothing at this address')
      const actor = allowedByToken(await authenticateTokenById(deps, callerOf(request), tokenId), READS)
      await limits.countAccount('gis', actor)
      const opened = await openAddress(deps, actor, { trialId, path, signal: signalOf(reply) })
      return sendOpened(request, reply, opened)
    },
  })
}

async function sendOpened({ headers }: FastifyRequest, reply: FastifyReply, opened: Opened): Promise<FastifyReply> {
  if ('url' in opened) return reply.redirect(opened.url, 302)
  if ('etag' in opened) {
    const etag = `"${opened.etag}"`
    const isKnown = headers['if-none-match']?.includes(etag) === true
    const bytes = isKnown ? undefined : await opened.read()
    reply.headers({ etag, 'cache-control': `private, max-age=${TILE_SECONDS}` })
    return bytes ? reply.type(opened.type).send(bytes) : reply.code(304).send()
  }
  return reply.type(opened.type).send('text' in opened ? opened.text : Readable.from(opened.chunks))
}
