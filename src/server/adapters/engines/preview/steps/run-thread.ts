import { Worker } from 'node:worker_threads'

/** A file as a thread without our environment. Rejects with what it throws. */
export const runThread = (
  file: URL,
  workerData: object,
  onMessage: (message: unknown, worker: Worker) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData, env: {} })
    worker.on('message', (message: unknown) => onMessage(message, worker))
    worker.on('error', reject)
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}`))))
  })
