import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { KiB, minutes, seconds } from '#domain/units.ts'
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
  headersTimeoutMs: number
  /** For the whole body of a call without a file. */
  bodyTimeoutMs: number
  /** For the next byte, in either direction. */
  idleTimeoutMs: number
  /** For the next call on a connection. */
  keepAliveTimeoutMs: number
  /** For a body that is no longer read, so that its sender can read the response. */
  lingerMs: number
}
export const TIMEOUTS: Timeouts = {
  headersTimeoutMs: seconds(20),
  bodyTimeoutMs: seconds(30),
  idleTimeoutMs: seconds(75),
  // Longer than load balancers keep idle connections. Otherwise they would send a call into a connection that is being closed.
  keepAliveTimeoutMs: seconds(72),
  lingerMs: seconds(2),
}

/** Descriptors for the database, the store, the log and other connections of the process. */
const RESERVED = 400
/** For systems that do not report their limit. */
const OPEN_FILES_DEFAULT = 4096
const [CONNECTIONS_MIN, CONNECTIONS_MAX] = [16, 10_000]
const DROP_LOG_INTERVAL_MS = minutes(1)

/** The descriptor limit of this process, as far as the system reports it. Node has raised it to the maximum. */
export function readOpenFilesMax(file = '/proc/self/limits'): number {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync(file, 'utf8')) ?? []
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number.parseInt(soft, 10) || OPEN_FILES_DEFAULT
  } catch {
    return OPEN_FILES_DEFAULT
  }
}

/** Each connection needs a socket and perhaps a file. The rest of the descriptors is left for everything else. */
export const maxConnections = (openFiles: number): number =>
  Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, Math.floor((openFiles - RESERVED) / 2)))

/** The server options of the framework. */
export const serverOptions = ({ headersTimeoutMs, idleTimeoutMs, keepAliveTimeoutMs }: Timeouts = TIMEOUTS) => ({
  // No timeout for a whole call: a part may take hours.
  requestTimeout: 0,
  connectionTimeout: idleTimeoutMs,
  // What is too long in a path is refused by the call, which says so.
  routerOptions: { maxParamLength: KiB(8) },
  keepAliveTimeout: keepAliveTimeoutMs,
  http: {
    requestTimeout: 0,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 4),
  },
})

type Options = { log: FastifyBaseLogger; timeouts?: Timeouts }

/** Clients without a login can neither exhaust descriptors nor keep a connection indefinitely. */
export function configureConnections(app: FastifyInstance, { log, timeouts = TIMEOUTS }: Options): void {
  const openFiles = readOpenFilesMax()
  limitConnections(app.server, { max: maxConnections(openFiles), log })
  if (openFiles < RESERVED + 2 * CONNECTIONS_MIN)
    log.warn({ openFiles }, 'limit of open files is too low; raise it to 1024 or more (ulimit -n, LimitNOFILE)')
  // On the server and not as a hook: some calls are answered before any hook, or match no route.
  app.server.on('request', (raw, response) => drainUnreadBody(raw, response, timeouts.lingerMs))
  // Otherwise Node answers by itself and reads on.
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response))
  limitBodies(app, timeouts.bodyTimeoutMs)
}

export function limitConnections(server: Server, { max, log }: { max: number; log: FastifyBaseLogger }): void {
  server.maxConnections = max
  server.once('listening', () => log.info({ max }, 'connection limit'))
  let dropped = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    dropped += 1
    if (performance.now() - loggedAt < DROP_LOG_INTERVAL_MS) return
    log.warn({ dropped, max }, 'connection limit reached; connections dropped')
    dropped = 0
    loggedAt = performance.now()
  })
}

/** Discards the rest of an unread body, and closes its connection after `lingerMs`. */
export function drainUnreadBody(raw: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.once('finish', () => {
    if (raw.complete) return
    raw.resume()
    const timer = setTimeout(() => raw.destroy(), lingerMs)
    raw.once('close', () => clearTimeout(timer))
  })
}

function limitBodies(app: FastifyInstance, bodyTimeoutMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
    if (request.routeOptions.config.hasLongBody || (length === '0' && encoding === undefined)) return
    const timer = setTimeout(() => {
      if (raw.complete || reply.sent) return
      const timeout = new AppError('too-slow', 'The call took too long to arrive. Try again.')
      sendError(timeout, request, reply.header('connection', 'close'))
    }, bodyTimeoutMs)
    raw.once('close', () => clearTimeout(timer))
  })
}
