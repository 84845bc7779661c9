import type { ImportChoices } from '#imagery/plot-files/prepare-plots.ts'
import type { PlotOrder, PlotReport } from './plot-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './plot-worker.ts?worker&url'
import { useAnswer } from './use-answer.ts'

/** Reads the file in a worker, again with each choice. */
export const usePlotFile = (
  chosen: { file: File; key: number } | undefined,
  choices: Omit<ImportChoices, 'fileName'>,
) =>
  useAnswer<PlotReport>(
    ['plot-file', chosen?.key, choices],
    workerAddress,
    chosen
      ? () => ({ file: chosen.file, choices: { ...choices, fileName: chosen.file.name } }) satisfies PlotOrder
      : null,
  )
