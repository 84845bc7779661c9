import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { BODY_BYTES_MAX } from '#contract/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../deps.ts'
import { handlers } from '../routes.ts'
import { downloadRoutes } from './download-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { gisRoutes } from './gis-routes.ts'
import { configureConnections, serverOptions, TIMEOUTS, type Timeouts } from './limits/connections.ts'
import { healthRoutes } from './operations/health.ts'
import { apiDocs } from './pages/api-docs.ts'
import { devEmails } from './pages/dev-emails.ts'
import { webApplication } from './pages/web-app.ts'
import { registerApi } from './register-routes.ts'
import { addJsonParser } from './request/json-parser.ts'
import { handleClientError } from './response/client-error-handler.ts'
import { cspReports } from './response/csp-reports.ts'
import { sendError } from './response/envelope.ts'
import { addSecurityHeaders, headersFor } from './response/security-headers.ts'
import { localStorageRoutes } from './storage-routes.ts'

type Options = {
  webFolder: string
  version: string
  isStopping: () => boolean
  /** Instrumentation adds its hooks here. */
  watch?: (app: FastifyInstance) => void
  timeouts?: Partial<Timeouts>
}

/** The HTTP application, not yet listening. */
export async function buildApp(deps: Deps, options: Options): Promise<FastifyInstance> {
  const { config, embeddedStore } = deps
  const site = {
    publicUrl: config.publicUrl,
    storageOrigin: deps.storageOrigin,
    baseMapUrl: config.baseMap?.url ?? null,
  }
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const loggerInstance: FastifyBaseLogger = deps.log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    // Otherwise callers could forge their address.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    ...serverOptions(timeouts),
    forceCloseConnections: 'idle',
    // Requests on kept-alive connections are answered during shutdown, too.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // A URL that cannot be decoded runs no hook.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(headersFor(request, site))),
    clientErrorHandler: handleClientError,
  })
  app.setErrorHandler((error, request, reply) => void sendError(error, request, reply))
  logCalls(app)
  options.watch?.(app)
  configureConnections(app, { log: deps.log, timeouts })
  closeConnectionsWhenStopping(app, options.isStopping)
  addSecurityHeaders(app, site)
  addJsonParser(app)
  await app.register(multipart)

  healthRoutes(app, deps, options.isStopping)
  registerApi(app, deps, handlers)
  eventRoutes(app, deps)
  gisRoutes(app, deps)
  await app.register(cspReports, { deps })
  apiDocs(app, { serverUrl: config.publicUrl, version: options.version })
  if (config.mode === 'development') devEmails(app, deps.emailFolder)
  await app.register(downloadRoutes, { prefix: '/downloads', deps })
  const { nginxSendsFiles } = config
  if (embeddedStore)
    await app.register(localStorageRoutes, { prefix: '/storage', store: embeddedStore, origins: [], nginxSendsFiles })
  if (existsSync(join(options.webFolder, '404.html')))
    await webApplication(app, { folder: options.webFolder, publicUrl: config.publicUrl })
  else
    app.setNotFoundHandler(() => {
      throw new AppError('not-found', 'There is nothing at this address')
    })
  return app
}

/** Otherwise a load balancer could send a request into a connection that is being closed. */
function closeConnectionsWhenStopping(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
}

/** One line per call, without the query, which may contain a signature or an email address. */
function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.info(
      { method, path: url.split('?', 1)[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'call',
    )
  })
}
