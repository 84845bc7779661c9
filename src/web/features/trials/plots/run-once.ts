import { startWorker } from '#web/lib/start-worker.ts'

/** Sends an order to a worker of its own, which answers once. */
export function runOnce<Report>(address: string, order: object, signal: AbortSignal): Promise<Report> {
  const worker = startWorker(address)
  const done = new Promise<Report>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker could not be started')))
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => resolve(data))
  })
  worker.postMessage(order, { transfer: [] })
  return done.finally(() => worker.terminate())
}
