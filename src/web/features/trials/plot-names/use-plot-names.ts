import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Turns } from '#imagery/plot-names/join-names.ts'
import { runOnce } from '../plots/run-once.ts'
import type { NamesOrder, NamesReport } from './names-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './names-worker.ts?worker&url'

type Source = { file: File | null; text: string; key: number }
type Joining = { plots: NamesOrder['plots'] | undefined; turns: Turns }

/** Ties a table to the plots in a worker, again with each turn. */
export function usePlotNames(source: Source | undefined, { plots, turns }: Joining) {
  const isGiven = source !== undefined && (source.file !== null || source.text.trim() !== '')
  return useQuery({
    queryKey: ['plot-names', source?.key, plots !== undefined, turns],
    queryFn:
      isGiven && plots
        ? ({ signal }) =>
            runOnce<NamesReport>(
              workerAddress,
              {
                source: source.file ?? new Blob([source.text]),
                plots: plots.map(({ plotId, attributes }) => ({ plotId, attributes })),
                turns,
              } satisfies NamesOrder,
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
