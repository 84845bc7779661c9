import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { runOnce } from '../plots/run-once.ts'
import type { NamesOrder, NamesReport, NamesWanted, ValuesReport, ValuesWanted } from './names-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './names-worker.ts?worker&url'

export type Source = { file: File | null; text: string; key: number }
type Plots = NamesOrder['plots'] | undefined

/** Ties a table of names to the plots, again with each turn. */
export const usePlotNames = (source: Source | undefined, plots: Plots, names: NamesWanted) =>
  useTable<NamesReport>(source, plots, { names })

/** Ties a table of scores and yield to the plots. */
export const usePlotValues = (source: Source | undefined, plots: Plots, values: ValuesWanted) =>
  useTable<ValuesReport>(source, plots, { values })

function useTable<Report>(
  source: Source | undefined,
  plots: Plots,
  wanted: { names: NamesWanted } | { values: ValuesWanted },
) {
  const isGiven = source !== undefined && (source.file !== null || source.text.trim() !== '')
  return useQuery({
    queryKey: ['plot-names', source?.key, plots !== undefined, wanted],
    queryFn:
      isGiven && plots
        ? ({ signal }) =>
            runOnce<Report>(
              workerAddress,
              {
                source: source.file ?? new Blob([source.text]),
                plots: plots.map(({ plotId, attributes }) => ({ plotId, attributes })),
                ...wanted,
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
