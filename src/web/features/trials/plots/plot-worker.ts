// Reads a file with plots, or the names of plots in a table.
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { type ImportChoices, type PreparedPlots, preparePlots } from '#imagery/plot-files/prepare-plots.ts'
import { drawPlots, type PlotDrawing } from './draw-plots.ts'

export type PlotOrder = { file: File; choices: ImportChoices }
export type ShownPlots = Omit<PreparedPlots, 'outlines'> & { drawing: PlotDrawing }
export type PlotReport = { output: ShownPlots } | { problem: string }

const run = async ({ file, choices }: PlotOrder): Promise<PlotReport> => {
  try {
    const { outlines, ...prepared } = preparePlots(new Uint8Array(await file.arrayBuffer()), choices)
    return { output: { ...prepared, drawing: drawPlots(outlines, prepared.isPlaced ? choices.maps : []) } }
  } catch (error) {
    if (error instanceof UnreadablePlots) return { problem: error.message }
    return { problem: 'This file could not be read. Export it again, or in another format.' }
  }
}

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<PlotOrder>) => {
  void run(data).then((report) => self.postMessage(report, { transfer: [] }))
})
