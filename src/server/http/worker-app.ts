import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Deps } from '../deps.ts'
import { configureConnections, serverOptions } from './limits/connections.ts'
import { healthRoutes } from './operations/health.ts'

/** The HTTP application of a process that only runs jobs: its health. */
export function buildWorkerApp(
  deps: Pick<Deps, 'checkDatabase' | 'storage' | 'queue' | 'log'>,
  isStopping: () => boolean,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    ...serverOptions(),
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
  })
  configureConnections(app, { log: deps.log })
  healthRoutes(app, deps, isStopping)
  return app
}
