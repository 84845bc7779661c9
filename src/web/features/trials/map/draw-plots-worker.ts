// Draws the plots of a map: first it is given them, then where and in which colours.
import type { Position } from '#imagery/plots/polygon.ts'
import type { DrawnPicture, DrawOrder } from '#web/lib/raster-map/drawn-layer.ts'
import { drawPlots, type FlatPlots, type PlotPaint } from './draw-plots.ts'
import { type PlotGround, planeOfPlots } from './plot-ground.ts'

/** In longitude and latitude. */
export type PlotsToDraw = { flat: FlatPlots; ground: PlotGround }
export type DrawMessage = PlotsToDraw | DrawOrder<PlotPaint | null>

let plots: FlatPlots | undefined

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<DrawMessage>) => {
  if ('flat' in data) plots = inPlane(data)
  else if (plots) {
    const canvas = new OffscreenCanvas(data.place.width, data.place.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws no pictures')
    drawPlots(context, plots, data)
    const picture = canvas.transferToImageBitmap()
    self.postMessage({ picture } satisfies DrawnPicture, { transfer: [picture] })
  }
})

function inPlane({ flat, ground }: PlotsToDraw): FlatPlots {
  const { toPlane } = planeOfPlots(ground)
  const corners = new Float64Array(flat.corners.length)
  for (let at = 0; at < corners.length; at += 2) {
    const from: Position = [flat.corners[at] ?? 0, flat.corners[at + 1] ?? 0]
    corners.set(toPlane(from), at)
  }
  return { ...flat, corners }
}
