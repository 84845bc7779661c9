import { createDrawnLayer } from '#web/lib/raster-map/drawn-layer.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import type { FlatPlots, PlotPaint } from './draw-plots.ts'
import type { DrawMessage } from './draw-plots-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './draw-plots-worker.ts?worker&url'
import type { DrawnPlot, PlotGround } from './plot-ground.ts'

type Drawn = { plots: readonly DrawnPlot[]; ground: PlotGround }
type Told = { onDrawing: (isDrawing: boolean) => void; onProblem: (error: unknown) => void }

/** Plots as one picture. */
export const createPlotsLayer = ({ plots, ground }: Drawn, told: Told) =>
  createDrawnLayer<PlotPaint | null>({
    ...told,
    paint: null,
    start: () => {
      const worker = startWorker(workerAddress)
      const flat = flatten(plots)
      const message: DrawMessage = { flat, ground }
      worker.postMessage(message, { transfer: [flat.corners.buffer, flat.rings.buffer, flat.plots.buffer] })
      return worker
    },
  })

function flatten(plots: readonly DrawnPlot[]): FlatPlots {
  const all = plots.flatMap(({ rings }) => rings)
  const corners = new Float64Array(2 * all.reduce((sum, ring) => sum + ring.length, 0))
  const starts = new Uint32Array(all.length + 1)
  let at = 0
  for (const [index, ring] of all.entries()) {
    starts[index] = at / 2
    for (const [x, y] of ring) {
      corners[at] = x
      corners[at + 1] = y
      at += 2
    }
  }
  starts[all.length] = at / 2
  const firsts = new Uint32Array(plots.length + 1)
  for (const [index, { rings }] of plots.entries()) firsts[index + 1] = (firsts[index] ?? 0) + rings.length
  return { corners, rings: starts, plots: firsts }
}
