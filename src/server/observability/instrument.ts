import type { JobRun } from '../adapters/queue/queue.ts'
import type { Deps } from '../deps.ts'
import type { buildApp } from '../http/app.ts'
import { recordCallMetrics } from '../http/operations/call-metrics.ts'
import { traceCalls } from '../http/operations/call-tracing.ts'
import { jobRuns } from '../jobs.ts'
import { instrumentDeps, instrumentJobs } from './metrics/instrument-deps.ts'
import { openMetricsServer } from './metrics/listener.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createScrape } from './metrics/scrape.ts'

type Watch = NonNullable<Parameters<typeof buildApp>[1]['watch']>

/** The deps and jobs of an instrumented process. */
export type Instrumented = {
  deps: Deps
  jobRuns: readonly JobRun<Deps>[]
  watch: Watch
  close: () => Promise<void>
}

/** Adds the metrics and traces that the configuration enables; without them, does nothing. */
export async function observe(deps: Deps, { version }: { version: string }): Promise<Instrumented> {
  const plain = { deps, jobRuns, watch: () => undefined, close: async () => undefined }
  return withTraces(await withMetrics(plain, version), version)
}

async function withTraces(plain: Instrumented, version: string): Promise<Instrumented> {
  const { config, log } = plain.deps
  if (!config.traces) return plain
  // Loaded only when it is used.
  const { openTracing } = await import('./tracing.ts')
  const tracing = openTracing({ ...config.traces, version, log })
  return {
    deps: tracing.traced(plain.deps),
    jobRuns: tracing.traceJobs(plain.jobRuns),
    watch: (app) => {
      plain.watch(app)
      traceCalls(app, { tracing, trustedProxies: config.trustedProxies })
    },
    close: async () => {
      await plain.close()
      await tracing.close()
    },
  }
}

async function withMetrics(plain: Instrumented, version: string): Promise<Instrumented> {
  const { config, log } = plain.deps
  if (!config.metrics) return plain
  const metrics = createMetrics({ version, roles: config.roles })
  const render = createScrape(plain.deps, metrics)
  // Events are counted from here on.
  await render()
  const listener = await openMetricsServer({ address: config.metrics, render, log })
  return {
    deps: instrumentDeps(plain.deps, metrics),
    jobRuns: instrumentJobs(plain.jobRuns, metrics),
    watch: (app) => {
      plain.watch(app)
      recordCallMetrics(app, metrics)
    },
    close: async () => {
      await listener.close()
      await plain.close()
    },
  }
}
