// Runs one job, and says how far it is.
import { JOBS, type JobKind, type Jobs } from './jobs.ts'

export type Order = { [Kind in JobKind]: { kind: Kind; input: Jobs[Kind]['input'] } }[JobKind]
export type Report = { fraction: number } | { output: Jobs[JobKind]['output'] } | { failure: string }

const STEP = 0.01
let reported = 0

/** To the page, which is the only listener: a worker has no origins to choose from. */
const report = (message: Report): void => self.postMessage(message, { transfer: [] })

const onProgress = (fraction: number): void => {
  if (fraction < reported + STEP) return
  reported = fraction
  report({ fraction })
}

const run = (order: Order): Jobs[JobKind]['output'] => {
  if (order.kind === 'associations') return JOBS.associations(order.input, onProgress)
  if (order.kind === 'comparison') return JOBS.comparison(order.input, onProgress)
  if (order.kind === 'genotypes') return JOBS.genotypes(order.input, onProgress)
  if (order.kind === 'means') return JOBS.means(order.input, onProgress)
  if (order.kind === 'repeatability') return JOBS.repeatability(order.input, onProgress)
  return order.kind === 'spatial' ? JOBS.spatial(order.input, onProgress) : JOBS.season(order.input, onProgress)
}

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  try {
    report({ output: run(data) })
  } catch (error) {
    report({ failure: error instanceof Error ? error.message : String(error) })
  }
})
