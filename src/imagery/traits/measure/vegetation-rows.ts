// Which pixels of whole rows are vegetation, without fragments and glare.
import { type Samples, samplesIn } from '../../rasters/read-rows.ts'
import { compile } from '../catalogue/program.ts'
import type { Reading } from './collector.ts'
import { createIsThere } from './is-there.ts'
import type { Layer } from './layer.ts'
import { cleanRow, isSaturated, type MaskRule } from './masks.ts'

export type VegetationRows = {
  /** Makes the rows of a piece known. */
  read: (chunk: Rows & { from: number; to: number }) => Promise<void>
  /** 1 for vegetation. */
  rowAt: (row: number) => Uint8Array
}

type Rows = { pixels: Samples; mask: Uint8Array | undefined }
type Options = { layer: Layer; reading: Reading; mask: MaskRule }

export function createVegetationRows({ layer, reading, mask }: Options): VegetationRows {
  const { width, height, sampleType } = layer
  const isThere = createIsThere(layer, reading)
  const program = compile([mask.expression])
  const inputs = program.bands.map(() => new Float64Array(width))
  const places = program.bands.map((role) => reading.places[reading.bands.indexOf(role)] ?? 0)
  const index = new Float64Array(width)
  let first = 0
  let cleaned = new Uint8Array(0)

  const plainRow = ({ pixels, mask: shown }: Rows, row: number): Uint8Array => {
    const into = new Uint8Array(width)
    const start = row * width
    for (const [band, place] of places.entries()) {
      const numbers = inputs[band]
      if (numbers)
        for (let x = 0; x < width; x += 1)
          // Rounded as the values of plots are, so that both find the same plants.
          numbers[x] = Math.fround(pixels[(start + x) * reading.step + place] ?? 0)
    }
    program.run(inputs, [index])
    for (let x = 0; x < width; x += 1) {
      const at = (start + x) * reading.step
      const isGlare = layer.isUpTo255 && places.some((place) => isSaturated(pixels[at + place] ?? 0))
      const isPlant = !isGlare && (index[x] ?? 0) > mask.threshold
      into[x] = isPlant && isThere(pixels, start + x, shown) ? 1 : 0
    }
    return into
  }
  const readPlain = async (row: number): Promise<Uint8Array | undefined> => {
    if (row < 0 || row >= height) return undefined
    const [bytes, shown] = await Promise.all([layer.readRows(row, row + 1), layer.readMaskRows?.(row, row + 1)])
    return plainRow({ pixels: samplesIn(bytes, sampleType), mask: shown }, 0)
  }

  return {
    async read({ from, to, ...chunk }) {
      const rows = [await readPlain(from - 1)]
      for (let y = from; y < to; y += 1) rows.push(plainRow(chunk, y - from))
      rows.push(await readPlain(to))
      first = from
      cleaned = new Uint8Array((to - from) * width)
      for (let y = 0; y < to - from; y += 1)
        cleanRow(
          { vegetation: rows[y + 1] ?? new Uint8Array(width), above: rows[y], below: rows[y + 2] },
          cleaned.subarray(y * width, (y + 1) * width),
        )
    },
    rowAt: (row) => cleaned.subarray((row - first) * width, (row - first + 1) * width),
  }
}
