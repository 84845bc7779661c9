import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ImportChoices } from '#imagery/plot-files/prepare-plots.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import type { PlotOrder, PlotReport } from './plot-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './plot-worker.ts?worker&url'

/** Reads the file in a worker, again with each choice. What was read stays until the next is there. */
export function usePlotFile(chosen: { file: File; key: number } | undefined, choices: Omit<ImportChoices, 'fileName'>) {
  return useQuery({
    queryKey: ['plot-file', chosen?.key, choices],
    queryFn: chosen
      ? ({ signal }) => readInWorker({ file: chosen.file, choices: { ...choices, fileName: chosen.file.name } }, signal)
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
}

function readInWorker(order: PlotOrder, signal: AbortSignal): Promise<PlotReport> {
  const worker = startWorker(workerAddress)
  const done = new Promise<PlotReport>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker could not be started')))
    worker.addEventListener('message', ({ data }: MessageEvent<PlotReport>) => resolve(data))
  })
  worker.postMessage(order, { transfer: [] })
  return done.finally(() => worker.terminate())
}
