import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { minutes, seconds } from '#domain/units.ts'
import { sendError } from '../response/envelope.ts'

declare module 'fastify' {
  // biome-ignore lint: the framework's own interface is extended here.
  interface FastifyContextConfig {
    /** Only an idle timeout ends its body: a file may take hours on a slow connection. */
    hasLongBody?: boolean
  }
}

/** The timeouts of a connection. */
export type Timeouts = {
  /** For the whole head of a call, and for the first byte of a connection. */
  headersMs: number
  /** For the whole body of a call without a file. */
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
  // Longer than load balancers keep idle connections. Otherwise they would send a call into a connection that is being closed.
  restMs: seconds(72),
  lingerMs: seconds(2),
}

/** Descriptors for the database, the store, the log and other connections of the process. */
const RESERVED = 400
/** For systems that do not report their limit. */
const OPEN_FILES_ELSEWHERE = 4096
const [FEWEST, MOST] = [16, 10_000]
const TELL_EVERY_MS = minutes(1)

/** The descriptor limit of this process, as far as the system reports it. Node has raised it to the maximum. */
export function readOpenFilesMax(file = '/proc/self/limits'): number {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync(file, 'utf8')) ?? []
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number.parseInt(soft, 10) || OPEN_FILES_ELSEWHERE
  } catch {
    return OPEN_FILES_ELSEWHERE
  }
}

/** Each connection needs a socket and perhaps a file. The rest of the descriptors is left for everything else. */
export const connectionsFor = (openFiles: number): number =>
  Math.max(FEWEST, Math.min(MOST, Math.floor((openFiles - RESERVED) / 2)))

/** The server options of the framework. */
export const serverOptions = ({ headersMs, silenceMs, restMs }: Timeouts = TIMEOUTS) => ({
  // No limit for a whole call: a part may take hours.
  requestTimeout: 0,
  connectionTimeout: silenceMs,
  keepAliveTimeout: restMs,
  http: { requestTimeout: 0, headersTimeout: headersMs, connectionsCheckingInterval: Math.ceil(headersMs / 4) },
})

type Bounds = { log: FastifyBaseLogger; timeouts?: Timeouts }

/** Clients without a login can neither exhaust descriptors nor keep a connection indefinitely. */
export function configureConnections(app: FastifyInstance, { log, timeouts = TIMEOUTS }: Bounds): void {
  const openFiles = readOpenFilesMax()
  limitConnections(app.server, { most: connectionsFor(openFiles), log })
  if (openFiles < RESERVED + 2 * FEWEST)
    log.warn({ openFiles }, 'The limit of open files is too low: raise it (ulimit -n, LimitNOFILE) to 1024 or more')
  // On the server and not as a hook: some calls are answered before any hook, or match no route.
  app.server.on('request', (raw, response) => drainUnreadBody(raw, response, timeouts.lingerMs))
  // Otherwise Node answers by itself and reads on.
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
    log.warn({ dropped, most }, 'connection limit reached; connections dropped')
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
