import ImageLayer from 'ol/layer/Image.js'
import ImageCanvasSource from 'ol/source/ImageCanvas.js'
import { PLANE } from '#web/lib/raster-map/map-frame.ts'
import { startWorker } from '#web/lib/start-worker.ts'
import type { FlatPlots, PicturePlace, PlotPaint } from './draw-plots.ts'
import type { DrawMessage, DrawnPicture, DrawOrder } from './draw-plots-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './draw-plots-worker.ts?worker&url'
import type { DrawnPlot, PlotGround } from './plot-ground.ts'

type Drawn = { plots: readonly DrawnPlot[]; ground: PlotGround }
type Told = { onDrawing: (isDrawing: boolean) => void; onProblem: (error: unknown) => void }

/** Plots as one picture, which a worker draws; the last one is shown until the next one is there. */
export function createPlotsLayer(drawn: Drawn, told: Told) {
  let worker = start()
  let paint: PlotPaint | null = null
  let asked: DrawOrder | null = null
  let next: DrawOrder | null = null
  let shown: (DrawOrder & DrawnPicture) | null = null
  function start(): Worker {
    const started = startWorker(workerAddress)
    const flat = flatten(drawn.plots)
    const message: DrawMessage = { flat, ground: drawn.ground }
    started.postMessage(message, { transfer: [flat.corners.buffer, flat.rings.buffer, flat.plots.buffer] })
    started.addEventListener('message', ({ data }: MessageEvent<DrawnPicture>) => show(data))
    started.addEventListener('error', (event) =>
      told.onProblem(new Error(event.message || 'The worker could not be started')),
    )
    return started
  }
  function ask(order: DrawOrder): void {
    if (asked) {
      next = order
      return
    }
    asked = order
    told.onDrawing(true)
    worker.postMessage(order satisfies DrawMessage, { transfer: [] })
  }
  function show(data: DrawnPicture): void {
    shown?.picture.close()
    shown = asked && { ...asked, ...data }
    asked = null
    const order = next
    next = null
    if (order) ask(order)
    else told.onDrawing(false)
    source.changed()
  }
  const source = new ImageCanvasSource({
    projection: PLANE,
    canvasFunction: (...[[left = 0, , , top = 0], resolution, ratio, [width = 1, height = 1]]) => {
      const size = { width: Math.ceil(width), height: Math.ceil(height) }
      const place = { left, top, scale: ratio / resolution, ...size, ratio }
      const canvas = Object.assign(document.createElement('canvas'), size)
      if (shown) drawMoved(canvas, shown, place)
      const latest = next ?? asked ?? shown
      if (!latest || !isSame(latest.place, place)) ask({ place, paint })
      return canvas
    },
  })
  const layer = new ImageLayer({ source, zIndex: 10 })
  return {
    layer,
    paint: (to: PlotPaint | null): void => {
      paint = to
      const latest = next ?? asked ?? shown
      if (latest) ask({ place: latest.place, paint })
    },
    /** Begins again with another worker. */
    reload: (): void => {
      worker.terminate()
      worker = start()
      const order = next ?? asked
      asked = null
      next = null
      if (order) ask(order)
    },
    close: (): void => {
      worker.terminate()
      shown?.picture.close()
      layer.dispose()
    },
  }
}

/** Where it would be now. */
function drawMoved(
  canvas: HTMLCanvasElement,
  { place: from, picture }: DrawOrder & DrawnPicture,
  to: PicturePlace,
): void {
  const grown = to.scale / from.scale
  const [x, y] = [(from.left - to.left) * to.scale, (to.top - from.top) * to.scale]
  canvas.getContext('2d')?.drawImage(picture, x, y, from.width * grown, from.height * grown)
}

const isSame = (one: PicturePlace, other: PicturePlace): boolean =>
  one.left === other.left &&
  one.top === other.top &&
  one.scale === other.scale &&
  one.width === other.width &&
  one.height === other.height

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
