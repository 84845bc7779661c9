import { startWorker } from '#web/lib/start-worker.ts'
import type { Ground } from './ground-photos.ts'
import type { GroundMessage } from './ground-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './ground-worker.ts?worker&url'

/** A worker of its own, for photos without pictures. */
export function startDrawing({ photos }: Ground): Worker {
  const worker = startWorker(workerAddress)
  worker.postMessage({ photos } satisfies GroundMessage, { transfer: [] })
  return worker
}
