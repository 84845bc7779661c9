import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'
import type { Queue } from './adapters/queue/queue.ts'
import type { Config } from './config/config.ts'

/** Supervisors usually wait 30 s, then kill. */
const END_SECONDS = 29
/** After the grace period, for returning jobs to the queue and closing the database. */
const CLOSE_SECONDS = 4
/** A terminal signals a whole process group, and the parent process may pass the same signal on. */
const ECHO_MS = seconds(1)
const SWEEP_MS = 100

/** The first signal starts the shutdown; another one ends the process immediately. */
export function onShutdownSignal(stop: () => void): void {
  let first: number | undefined
  const onSignal = () => {
    if (first === undefined) {
      first = performance.now()
      stop()
    } else if (performance.now() - first > ECHO_MS) process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
}

type Running = {
  app: { server: Server; close: () => PromiseLike<unknown> }
  queue: Pick<Queue, 'drain'>
  stop: Config['stop']
  log: Logger
}

/**
 * Takes no more jobs from now on, and no more calls once load balancers have noticed. Resolves when the running calls and jobs
 * have ended or their grace period is over: clients retry an interrupted call, and the queue retries a job.
 */
export async function shutDown({ app, queue, stop, log }: Running): Promise<void> {
  const { drainSeconds, graceSeconds, jobGraceSeconds } = stop
  setTimeout(
    () => {
      log.warn('shutdown timeout; exiting')
      process.exit(0)
    },
    seconds(Math.max(END_SECONDS, jobGraceSeconds + CLOSE_SECONDS)),
  ).unref()
  const timer = setTimeout(() => app.server.closeAllConnections(), seconds(graceSeconds))
  const draining = queue.drain(seconds(jobGraceSeconds))
  await delay(seconds(drainSeconds))
  // A connection whose response started before the drain ended would be kept open, with nothing more to come.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(timer)
  await draining
}
