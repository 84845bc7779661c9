import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../deps.ts'
import { type Opened, openAddress } from '../features/gis/open-address.ts'
import { GIS_PREFIX, tokenOfKey } from '../features/gis/trial-key.ts'
import { authenticateTokenById } from '../features/tokens/authenticate-token.ts'
import { allowedByToken, callerOf } from './authorize.ts'
import { createRateLimiter } from './limits/rate-limit.ts'

/** What a call with the scope read may do. */
const READS = { access: 'customer-or-admin', least: 'viewer', scopes: ['read'], links: [], isDownload: false } as const

/** Addresses of trials for programs that send no headers. The key in them stands for an API token, and ends with it. */
export function gisRoutes(app: FastifyInstance, deps: Deps): void {
  const limits = createRateLimiter(deps)
  app.route({
    method: ['GET', 'HEAD'],
    url: `${GIS_PREFIX}/:trialId/:key/*`,
    onRequest: async (request, reply) => {
      await limits.countAddress('gis', request.ip)
      reply.header('cache-control', 'private, no-store')
    },
    handler: async (request, reply) => {
      const { trialId, key, '*': path } = request.params as { trialId: string; key: string; '*': string }
      const tokenId = tokenOfKey(deps, { key, trialId })
      if (tokenId === undefined) throw new AppError('not-found', 'There is nothing at this address')
      const actor = allowedByToken(await authenticateTokenById(deps, callerOf(request), tokenId), READS)
      await limits.countAccount('gis', actor)
      return sendOpened(reply, await openAddress(deps, actor, { trialId, path }))
    },
  })
}

function sendOpened(reply: FastifyReply, opened: Opened): FastifyReply {
  if ('url' in opened) return reply.redirect(opened.url, 302)
  return reply.type(opened.type).send('text' in opened ? opened.text : Readable.from(opened.chunks))
}
