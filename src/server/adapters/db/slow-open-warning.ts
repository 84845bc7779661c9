import { Worker } from 'node:worker_threads'
import { minutes } from '#domain/units.ts'

const SLOW_AFTER_MS = minutes(1)

const WORKER = `
const { workerData } = require('node:worker_threads')
setTimeout(() => require('node:fs').writeSync(2, workerData.text + '\\n'), workerData.slowAfterMs)
`

/** Warns when something takes long. From a separate thread, because opening the embedded database lets no timer run. */
export function warnIfSlow(what: string, slowAfterMs = SLOW_AFTER_MS): () => void {
  const text = `${what} It may be recovering from a crash, or waiting for its disk. Let it finish.`
  const worker = new Worker(WORKER, { eval: true, execArgv: [], env: {}, workerData: { text, slowAfterMs } })
  worker.unref()
  // Only its warning is lost.
  worker.on('error', () => undefined)
  return () => void worker.terminate()
}
