import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Attributes,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { z } from 'zod'
import { seconds } from '#domain/units.ts'
import type { JobRun } from '../adapters/queue/queue.ts'
import type { Deps } from '../deps.ts'

const EXPORT_TIMEOUT_MS = seconds(5)
/** The timeout for the export of the last spans at shutdown. */
const FINAL_EXPORT_TIMEOUT_MS = seconds(2)

export type Ended = { attributes?: Attributes; failed: boolean }
export type Started = { within: <T>(work: () => T) => T; end: (how: Ended) => void }

export type Tracing = {
  startCall: (name: string, how: { traceparent?: string | undefined; attributes: Attributes }) => Started
  /** The same deps; jobs know the call, or the job, that enqueued them. */
  traced: (deps: Deps) => Deps
  traceJobs: (runs: readonly JobRun<Deps>[]) => JobRun<Deps>[]
  close: () => Promise<void>
}

type Options = { url: string; version: string; log: Logger }

const nothing = () => undefined

/**
 * Exports spans in the background, in OTLP over HTTP; failed exports are dropped. Further settings are the usual OTEL_
 * variables.
 */
export function openTracing({ url, version, log }: Options): Tracing {
  const toLog = (message: string) => log.warn({ reason: message.slice(0, 300) }, 'trace export failed')
  diag.setLogger(
    { error: toLog, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR },
  )
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'skyfurrow', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }) }),
    ],
  })
  const tracer = provider.getTracer('skyfurrow')
  const current = new AsyncLocalStorage<Span>()

  const start = (name: string, how: { kind: SpanKind; parent: string | undefined; attributes: Attributes }) => {
    const parent = readTraceparent(how.parent)
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: how.kind, attributes: how.attributes }, context)
    return {
      within: <T>(work: () => T): T => current.run(span, work),
      end: ({ attributes = {}, failed }: Ended) => {
        span.setAttributes(attributes)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  const withTraceparent = <Payload extends object>(payload: Payload): Payload => {
    const span = current.getStore()
    return span ? { ...payload, traceparent: writeTraceparent(span) } : payload
  }

  return {
    startCall: (name, { traceparent, attributes }) =>
      start(name, { kind: SpanKind.SERVER, parent: traceparent, attributes }),
    traced: (deps) => ({
      ...deps,
      queue: {
        ...deps.queue,
        enqueue: (trx, job, payload) => deps.queue.enqueue(trx, job, withTraceparent(payload)),
        enqueueAll: (trx, job, payloads) => deps.queue.enqueueAll(trx, job, payloads.map(withTraceparent)),
      },
    }),
    traceJobs: (runs) =>
      runs.map((one) =>
        tracedRun(one, (name, parent) => start(name, { kind: SpanKind.CONSUMER, parent, attributes: {} })),
      ),
    close: () => Promise.race([provider.shutdown().catch(nothing), delay(FINAL_EXPORT_TIMEOUT_MS)]),
  }
}

type TracedPayload = { traceparent: string | undefined; payload: never }
const carrier = z.object({ traceparent: z.string().optional().catch(undefined) })

/** The job's own schema drops unknown fields, so the trace context is read beside it. */
function tracedRun(
  { job, run }: JobRun<Deps>,
  start: (name: string, parent: string | undefined) => Started,
): JobRun<Deps> {
  const tracedPayload = z.unknown().transform((given): TracedPayload => {
    const { traceparent } = carrier.catch({}).parse(given)
    return { traceparent, payload: job.payload.parse(given) as never }
  })
  return {
    job: { ...job, payload: tracedPayload },
    run: async (deps, { traceparent, payload }: TracedPayload, attempt) => {
      const span = start(`job ${job.name}`, traceparent)
      let failed = true
      try {
        await span.within(() => run(deps, payload, attempt))
        failed = false
      } finally {
        span.end({ failed })
      }
    },
  }
}

/** Version 00 of the W3C header, which later versions start with. */
function readTraceparent(text: string | undefined) {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(text ?? '') ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}

function writeTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
