import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { minutes, seconds } from '#domain/units.ts'
import type { Deps } from '../deps.ts'
import { tooManyRequests } from '../rate-limits/sliding-window.ts'
import { authorize } from './authorize.ts'
import { createRateLimiter } from './limits/rate-limit.ts'

export const EVENTS_PATH = '/api/events'
const ANY_SESSION = { access: 'any-session', least: undefined, scopes: [], links: [], isDownload: false } as const
/** Of an account: a browser has one for all its tabs. */
const STREAMS_MAX = 5
/** Then the caller says again who they are. */
const LASTS_MS = minutes(10)
/** More often than idle connections are closed. */
const HEARTBEAT_MS = seconds(25)

/** Says that something of the person or their account has changed, and not what: the page reads it by the calls that decide who may. */
export function eventRoutes(app: FastifyInstance, deps: Deps): void {
  const limits = createRateLimiter(deps)
  const open = new Map<string, Set<PassThrough>>()
  app.addHook('preClose', async () => {
    for (const stream of [...open.values()].flatMap((streams) => [...streams])) stream.end()
  })
  app.route({
    method: 'GET',
    url: EVENTS_PATH,
    onRequest: async (request) => {
      await limits.countAddress('general', request.ip)
      request.caller = await authorize(deps, request, ANY_SESSION)
      if ('userId' in request.caller) await limits.countAccount('general', request.caller)
    },
    handler: (request, reply) => {
      if (!('userId' in request.caller)) throw new Error('Without a session there is no caller')
      if (reply.raw.closed) throw new AppError('invalid', 'The connection was lost before the response')
      const { userId, accountId } = request.caller
      const ofAccount = open.get(userId) ?? new Set()
      if (ofAccount.size >= STREAMS_MAX)
        throw tooManyRequests('This account is open in too many browsers. Close one of them.', LASTS_MS / seconds(1))
      const stream = new PassThrough()
      open.set(userId, ofAccount.add(stream))
      const send = (text: string) => {
        // Who doesn't read gets the next one.
        if (stream.writable && !stream.writableNeedDrain) stream.write(text)
      }
      const follow = (id: string) => deps.changes.follow(id, () => send('data: changed\n\n'))
      const unfollow = [...new Set([userId, accountId])].map(follow)
      const heartbeat = setInterval(send, HEARTBEAT_MS, ':\n\n')
      const end = setTimeout(() => stream.end(), LASTS_MS)
      reply.raw.once('close', () => {
        for (const stop of unfollow) stop()
        clearInterval(heartbeat)
        clearTimeout(end)
        stream.destroy()
        ofAccount.delete(stream)
        if (ofAccount.size === 0) open.delete(userId)
      })
      send(':\n\n')
      return reply
        .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
        .send(stream)
    },
  })
}
