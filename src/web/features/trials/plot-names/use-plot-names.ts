import type { NamesTable } from '#imagery/plot-names/read-names.ts'
import type { JoinedValues } from '#imagery/plot-values/join-values.ts'
import type { ValuesTable } from '#imagery/plot-values/read-values.ts'
import type { Source } from '../table-columns/table-source.tsx'
import { useGivenTable } from '../table-columns/use-given-table.ts'
import type { FoundNames, NamesOrder, NamesWanted, ValuesWanted } from './names-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './names-worker.ts?worker&url'

type Plots = NamesOrder['plots'] | undefined

/** Ties a table of names to the plots, again with each turn. */
export const usePlotNames = (source: Source, plots: Plots, names: NamesWanted) =>
  useGivenTable<NamesTable, FoundNames>(source, readingOf(plots, { names }))

/** Ties a table of scores and yield to the plots. */
export const usePlotValues = (source: Source, plots: Plots, values: ValuesWanted) =>
  useGivenTable<ValuesTable, JoinedValues>(source, readingOf(plots, { values }))

const readingOf = (plots: Plots, wanted: { names: NamesWanted } | { values: ValuesWanted }) => ({
  key: ['plot-names', plots !== undefined, wanted],
  address: workerAddress,
  order:
    plots &&
    ((source: Blob) =>
      ({
        source,
        plots: plots.map(({ plotId, attributes }) => ({ plotId, attributes })),
        ...wanted,
      }) satisfies NamesOrder),
})
