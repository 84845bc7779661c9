import { skipToken, useQuery } from '@tanstack/react-query'
import { queryClient } from '#web/lib/query-client.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import type { Report } from './analysis-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './analysis-worker.ts?worker&url'
import type { JobKind, Jobs } from './jobs.ts'

export type Analysis<Output> = {
  data: Output | undefined
  isRunning: boolean
  /** From 0 to 1. */
  fraction: number
  error: Error | null
  cancel: () => void
  /** Begins again after a cancel or an error. */
  start: () => void
}

/**
 * Computes in a worker what `input` says, and keeps it for its key, which must name everything that the input depends on. Ends with
 * the screen that asked. Nothing is computed without an input.
 */
export function useAnalysis<Kind extends JobKind>(
  kind: Kind,
  key: readonly unknown[],
  input: (() => Jobs[Kind]['input']) | null,
): Analysis<Jobs[Kind]['output']> {
  return useWork(
    ['analysis', kind, ...key],
    input && ((signal, onProgress) => runInWorker({ kind, input: input() }, signal, onProgress)),
  )
}

type Work<Output> = (signal: AbortSignal, onProgress: (fraction: number) => void) => Promise<Output>

/** Long work whose result is kept for its key, with its progress. It ends with the screen that asked. */
export function useWork<Output>(queryKey: readonly unknown[], work: Work<Output> | null): Analysis<Output> {
  const progressKey = ['progress', ...queryKey]
  const { data, fetchStatus, error, refetch } = useQuery({
    queryKey,
    queryFn: work
      ? ({ signal }) => work(signal, (fraction) => queryClient.setQueryData(progressKey, fraction))
      : skipToken,
    staleTime: Infinity,
    retry: false,
  })
  const { data: fraction = 0 } = useQuery<number>({ queryKey: progressKey, queryFn: skipToken, staleTime: Infinity })
  return {
    data,
    isRunning: fetchStatus === 'fetching',
    fraction,
    error,
    cancel: () => void queryClient.cancelQueries({ queryKey, exact: true }),
    start: () => void refetch(),
  }
}

function runInWorker<Kind extends JobKind>(
  order: { kind: Kind; input: Jobs[Kind]['input'] },
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<Jobs[Kind]['output']> {
  const worker = startWorker(workerAddress)
  const done = new Promise<Jobs[Kind]['output']>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker could not be started')))
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      if ('fraction' in data) onProgress(data.fraction)
      else if ('failure' in data) reject(new Error(data.failure))
      else resolve(data.output)
    })
  })
  onProgress(0)
  worker.postMessage(order, { transfer: [] })
  return done.finally(() => worker.terminate())
}
