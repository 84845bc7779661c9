import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { minutes, seconds } from '#domain/units.ts'
import { sendError } from '../response/envelope.ts'

declare module 'fastify' {
  // biome-ignore lint: the framework's own interface is extended here.
  interface FastifyContextConfig {
    /** Only silence cuts its body: a file may take hours on a slow line. */
    hasLongBody?: boolean
  }
}

/** How long a caller is waited for. */
export type Timeouts = {
  /** For the whole head of a call; also for the first byte of a connection. */
  headersMs: number
  /** For the whole body of a call that carries no file. */
  bodyMs: number
  /** For the next byte, in either direction. */
  silenceMs: number
  /** For the next call on a connection. */
  restMs: number
  /** For a body that is no longer read, so that its sender can read the response. */
  lingerMs: number
}
export const TIMEOUTS: Timeouts = {
  headersMs: seconds(20),
  bodyMs: seconds(30),
  silenceMs: seconds(75),
  // Longer than balancers keep a connection that rests, or they would send a call into one that is being closed.
  restMs: seconds(72),
  lingerMs: seconds(2),
}

/** What database, store, log and other connections of our own may have open at once. */
const RESERVED = 400
/** Where the system does not tell its limit. */
const OPEN_FILES_ELSEWHERE = 4096
const [FEWEST, MOST] = [16, 10_000]
const TELL_EVERY_MS = minutes(1)

/** How many descriptors this process may have, as far as the system tells; Node has raised it as far as it may. */
export function readOpenFilesMax(file = '/proc/self/limits'): number {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync(file, 'utf8')) ?? []
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number.parseInt(soft, 10) || OPEN_FILES_ELSEWHERE
  } catch {
    return OPEN_FILES_ELSEWHERE
  }
}

/** So many that descriptors are left for everything else: each has a socket, and perhaps a file. */
export const connectionsFor = (openFiles: number): number =>
  Math.max(FEWEST, Math.min(MOST, Math.floor((openFiles - RESERVED) / 2)))

/** What the framework is to set on its server. */
export const serverOptions = ({ headersMs, silenceMs, restMs }: Timeouts = TIMEOUTS) => ({
  // No limit for a whole call: a part may take hours.
  requestTimeout: 0,
  connectionTimeout: silenceMs,
  keepAliveTimeout: restMs,
  http: { requestTimeout: 0, headersTimeout: headersMs, connectionsCheckingInterval: Math.ceil(headersMs / 4) },
})

type Bounds = { log: FastifyBaseLogger; timeouts?: Timeouts }

/** Callers without a login can neither exhaust descriptors nor keep a connection indefinitely. */
export function configureConnections(app: FastifyInstance, { log, timeouts = TIMEOUTS }: Bounds): void {
  const openFiles = readOpenFilesMax()
  limitConnections(app.server, { most: connectionsFor(openFiles), log })
  if (openFiles < RESERVED + 2 * FEWEST)
    log.warn({ openFiles }, 'The limit of open files is too low: raise it (ulimit -n, LimitNOFILE) to 1024 or more')
  // At the server and not as a hook: some calls are answered before any hook, or by no route.
  app.server.on('request', (raw, response) => drainUnreadBody(raw, response, timeouts.lingerMs))
  // Else Node answers by itself and reads on.
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response))
  limitBodies(app, timeouts.bodyMs)
}

export function limitConnections(server: Server, { most, log }: { most: number; log: FastifyBaseLogger }): void {
  server.maxConnections = most
  server.once('listening', () => log.info({ most }, 'connection limit'))
  let dropped = 0
  let toldAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    dropped += 1
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    log.warn({ dropped, most }, 'connections were refused: connection limit reached')
    dropped = 0
    toldAt = performance.now()
  })
}

/** The rest of an unread body would block its connection, or keep it busy indefinitely. */
export function drainUnreadBody(raw: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.once('finish', () => {
    if (raw.complete) return
    raw.resume()
    const cut = setTimeout(() => raw.destroy(), lingerMs)
    raw.once('close', () => clearTimeout(cut))
  })
}

function limitBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
    if (request.routeOptions.config.hasLongBody || (length === '0' && encoding === undefined)) return
    const end = setTimeout(() => {
      if (raw.complete || reply.sent) return
      const late = new AppError('too-slow', 'The call took too long to arrive. Try again.')
      sendError(late, request, reply.header('connection', 'close'))
    }, bodyMs)
    raw.once('close', () => clearTimeout(end))
  })
}
