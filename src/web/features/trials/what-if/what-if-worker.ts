// Holds the pixels of plots, and answers what cover they would have.
import { type Picture, type PlotPixels, plotPixels } from '#imagery/plots/plot-pixels.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { type PreviewSettings, previewCover } from '#imagery/traits/measure/preview-cover.ts'

export type WhatIfOrder =
  | { picture: Picture; rings: readonly (readonly Position[])[] }
  | { settings: PreviewSettings; turn: number }
/** In percent, in the order of the plots. */
export type WhatIfReport = { turn: number; cover: Float64Array }

let pixels: PlotPixels | undefined

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<WhatIfOrder>) => {
  if ('picture' in data) {
    pixels = plotPixels(data.picture, data.rings)
    return
  }
  const cover = pixels ? previewCover(pixels, data.settings) : new Float64Array(0)
  self.postMessage({ turn: data.turn, cover } satisfies WhatIfReport, { transfer: [cover.buffer] })
})
