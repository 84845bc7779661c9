import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** `/healthz`: the process answers. `/readyz`: database, storage and queue do, and it is not about to stop. */
export function healthRoutes(app: FastifyInstance, deps: Deps, isStopping: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    const checks = {
      database: sql`select 1`.execute(deps.db),
      storage: deps.storage.check(),
      queue: deps.queue.check(),
    }
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check
          return [name, 'ok'] as const
        } catch (error) {
          request.log.error({ err: error, part: name }, 'not ready')
          return [name, 'failing'] as const
        }
      }),
    )
    const ready = !isStopping() && entries.every(([, state]) => state === 'ok')
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : isStopping() ? 'stopping' : 'not ready',
      ...Object.fromEntries(entries),
    })
  })
}
