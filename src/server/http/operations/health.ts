import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { seconds } from '#domain/units.ts'
import type { Deps } from '../../deps.ts'

/** A check that takes longer counts as failed. */
const CHECK_TIMEOUT_MS = seconds(1)

type HealthDeps = Pick<Deps, 'checkDatabase' | 'storage' | 'queue'>
type States = Record<string, 'ok' | 'failing'>

/** `/healthz`: the process responds. `/readyz`: database, storage and queue do too, and it is not shutting down. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps, isStopping: () => boolean): void {
  let pending: Promise<States> | undefined
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    // Concurrent callers share one check: these calls have no rate limit.
    pending ??= checkDependencies(deps, request.log).finally(() => {
      pending = undefined
    })
    const states = await pending
    const ready = Object.values(states).every((state) => state === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...states })
  })
}

async function checkDependencies(deps: HealthDeps, log: FastifyBaseLogger): Promise<States> {
  const checks = {
    database: deps.checkDatabase(),
    storage: deps.storage.check(),
    queue: deps.queue.check(),
  }
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(check)
        return [name, 'ok'] as const
      } catch (error) {
        log.error({ err: error, part: name }, 'readiness check failed')
        return [name, 'failing'] as const
      }
    }),
  )
  return Object.fromEntries(entries)
}

async function withTimeout(check: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new Error(`No response within ${CHECK_TIMEOUT_MS} ms`)),
    CHECK_TIMEOUT_MS,
  )
  try {
    await Promise.race([check, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
