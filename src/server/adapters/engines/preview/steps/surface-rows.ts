import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readAt } from '../../../../compute/scratch-file.ts'
import { modelOf, readStep } from '../preview-files.ts'
import { layersOf } from './layers.ts'

/** Of a row of the surface, by cell: metres, what speaks for and against them, and the colours of the true orthomosaic, RGBA. */
export type SurfaceRow = { heights: Float32Array; confidence: Uint8Array; colours: Uint8Array }

export const CHANNELS = 4

/** Rows of a surface whose orthomosaic is drawn. */
export async function openSurfaceRows(folder: string) {
  const { grid } = await readStep(folder, 'dense')
  const { layout } = modelOf(await readStep(folder, 'solved'))
  const drawn = await readStep(folder, 'drawn')
  const [surface, confidence, plain] = await Promise.all(
    [join(folder, 'surface.raw'), join(folder, 'confidence.raw'), layersOf(folder)[1]].map((path) => open(path, 'r')),
  )
  if (!surface || !confidence || !plain) throw new Error('There is no surface')
  const { width } = grid
  const pixelOf = (cell: number, most: number): number =>
    Math.min(most - 1, Math.floor(((cell + 0.5) * grid.cell) / layout.pixel))
  return {
    grid,
    readRow: async (row: number): Promise<SurfaceRow> => {
      const [heights, known, pixels] = await Promise.all([
        readAt(surface, row * width * 4, width * 4),
        readAt(confidence, row * width, width),
        readAt(plain, pixelOf(row, drawn.height) * drawn.width * CHANNELS, drawn.width * CHANNELS),
      ])
      const colours = new Uint8Array(width * CHANNELS)
      for (let cell = 0; cell < width; cell += 1) {
        const from = pixelOf(cell, drawn.width) * CHANNELS
        for (let band = 0; band < CHANNELS; band += 1) colours[cell * CHANNELS + band] = pixels[from + band] ?? 0
      }
      return { heights: new Float32Array(heights.slice().buffer), confidence: known, colours }
    },
    close: () => Promise.all([surface, confidence, plain].map((file) => file.close())),
  }
}
