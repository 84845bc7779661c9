import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { BODY_BYTES_MAX } from '#contract/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../deps.ts'
import { handlers } from '../routes.ts'
import { apiDocs } from './api-docs.ts'
import { bindApi } from './bind.ts'
import { refuseBrokenCall } from './broken-call.ts'
import { boundConnections, PATIENCE, type Patience, serverOptions } from './connections.ts'
import { devMail } from './dev-mail.ts'
import { sendFailure } from './envelope.ts'
import { healthRoutes } from './health.ts'
import { localStorageRoutes } from './local-storage.ts'
import { readJson } from './read-json.ts'
import { headersFor, secureHeaders } from './security.ts'
import { violationReports } from './violations.ts'
import { webApplication } from './web.ts'

type Options = {
  webFolder: string
  version: string
  isStopping: () => boolean
  /** What watches the calls adds its hooks here. */
  watch?: (app: FastifyInstance) => void
  patience?: Partial<Patience>
}

/** The whole HTTP surface, not yet listening. */
export async function buildApp(deps: Deps, options: Options): Promise<FastifyInstance> {
  const { config, embeddedStore } = deps
  const site = { publicUrl: config.publicUrl, storageOrigin: deps.storageOrigin }
  const patience = { ...PATIENCE, ...options.patience }
  const loggerInstance: FastifyBaseLogger = deps.log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    // Else anybody could say that he calls from elsewhere.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    ...serverOptions(patience),
    forceCloseConnections: 'idle',
    // Whoever comes by a connection that he kept is served, too.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // An address that can't be decoded comes by no hook.
    frameworkErrors: (error, request, reply) =>
      void sendFailure(error, request, reply.headers(headersFor(request, site))),
    clientErrorHandler: refuseBrokenCall,
  })
  app.setErrorHandler((error, request, reply) => void sendFailure(error, request, reply))
  logCalls(app)
  options.watch?.(app)
  boundConnections(app, { log: deps.log, patience })
  closeWhenStopping(app, options.isStopping)
  secureHeaders(app, site)
  readJson(app)
  await app.register(multipart)

  healthRoutes(app, deps, options.isStopping)
  bindApi(app, deps, handlers)
  await app.register(violationReports, { deps })
  apiDocs(app, { serverUrl: config.publicUrl, version: options.version })
  if (config.mode === 'development') devMail(app, deps.outbox)
  if (embeddedStore) await app.register(localStorageRoutes, { prefix: '/storage', store: embeddedStore, origins: [] })
  if (existsSync(join(options.webFolder, '404.html')))
    await webApplication(app, { folder: options.webFolder, publicUrl: config.publicUrl })
  else
    app.setNotFoundHandler(() => {
      throw new AppError('not-found', 'There is nothing at this address')
    })
  return app
}

/** Else a balancer would find one of the connections that it keeps cut, perhaps under a call. */
function closeWhenStopping(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
}

/** One line a call, without its query: that may hold a signature or an address. */
function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.info(
      { method, path: url.split('?', 1)[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'call',
    )
  })
}
