import { Worker } from 'node:worker_threads'
import { minutes } from '#domain/units.ts'

const SLOW_MS = minutes(1)

const PROGRAM = `
const { workerData } = require('node:worker_threads')
setTimeout(() => require('node:fs').writeSync(2, workerData.text + '\\n'), workerData.slowMs)
`

/** Warns when something takes long. From a separate thread, because opening the embedded database lets no timer run. */
export function warnIfSlow(what: string, slowMs = SLOW_MS): () => void {
  const text = `${what} It may be making up for a crash, or wait for its disk. It is not stopped: let it work.`
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], env: {}, workerData: { text, slowMs } })
  worker.unref()
  // Only its warning is lost.
  worker.on('error', () => undefined)
  return () => void worker.terminate()
}
