// Runs one job, and says how far it is.
import { JOBS, type JobKind, type Jobs } from './jobs.ts'

export type Order<Kind extends JobKind = JobKind> = { [One in Kind]: { kind: One; input: Jobs[One]['input'] } }[Kind]
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

const run = <Kind extends JobKind>({ kind, input }: Order<Kind>): Jobs[Kind]['output'] => JOBS[kind](input, onProgress)

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  try {
    report({ output: run(data) })
  } catch (error) {
    report({ failure: error instanceof Error ? error.message : String(error) })
  }
})
