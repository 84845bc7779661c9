import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ImportChoices } from '#imagery/plot-files/prepare-plots.ts'
import type { PlotOrder, PlotReport } from './plot-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './plot-worker.ts?worker&url'
import { runOnce } from './run-once.ts'

/** Reads the file in a worker, again with each choice. What was read stays until the next is there. */
export function usePlotFile(chosen: { file: File; key: number } | undefined, choices: Omit<ImportChoices, 'fileName'>) {
  return useQuery({
    queryKey: ['plot-file', chosen?.key, choices],
    queryFn: chosen
      ? ({ signal }) =>
          runOnce<PlotReport>(
            workerAddress,
            { file: chosen.file, choices: { ...choices, fileName: chosen.file.name } } satisfies PlotOrder,
            signal,
          )
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
}
