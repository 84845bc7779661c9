// Computes the mean of each cell of a grid, tile by tile of a photo.
import { type CellMeans, type CellOrder, createCellMeans, type PhotoPart } from '#imagery/traits/measure/cell-means.ts'

/** An order, then its parts; without a part, all have been sent. */
export type CellMessage = { order: CellOrder } | { part: PhotoPart } | { part: null }
export type CellReport = CellMeans

let cells: ReturnType<typeof createCellMeans> | undefined

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<CellMessage>) => {
  if ('order' in data) cells = createCellMeans(data.order)
  else if (data.part) cells?.add(data.part)
  else if (cells) {
    const report: CellReport = cells.end()
    self.postMessage(report, { transfer: [report.means.buffer, report.filled.buffer, report.plots.buffer] })
  }
})
