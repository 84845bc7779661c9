import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { seconds } from '#domain/units.ts'
import type { Deps } from '../../deps.ts'

/** A check that takes longer counts as failed. */
const CHECK_MS = seconds(1)

type HealthDeps = Pick<Deps, 'checkDatabase' | 'storage' | 'queue'>
type Parts = Record<string, 'ok' | 'failing'>

/** `/healthz`: the process responds. `/readyz`: database, storage and queue do too, and it is not shutting down. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps, isStopping: () => boolean): void {
  let pending: Promise<Parts> | undefined
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    // Concurrent callers share one check: these calls have no rate limit.
    pending ??= checkParts(deps, request.log).finally(() => {
      pending = undefined
    })
    const parts = await pending
    const ready = Object.values(parts).every((state) => state === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts })
  })
}

async function checkParts(deps: HealthDeps, log: FastifyBaseLogger): Promise<Parts> {
  const checks = {
    database: deps.checkDatabase(),
    storage: deps.storage.check(),
    queue: deps.queue.check(),
  }
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await inTime(check)
        return [name, 'ok'] as const
      } catch (error) {
        log.error({ err: error, part: name }, 'readiness check failed')
        return [name, 'failing'] as const
      }
    }),
  )
  return Object.fromEntries(entries)
}

async function inTime(check: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No response within ${CHECK_MS} ms`)), CHECK_MS)
  try {
    await Promise.race([check, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
