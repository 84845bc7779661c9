// The heights of an elevation map, without what is hidden or missing.
import { samplesIn } from '../../rasters/read-rows.ts'
import { readingOf } from '../measure/collector.ts'
import { createIsThere } from '../measure/is-there.ts'
import type { Layer } from '../measure/layer.ts'

/** Of the rows from the first to before the last, a number for each pixel of the first band; NaN where there is none. */
export type HeightRows = (from: number, to: number) => Promise<Float64Array>

export function createHeightRows(layer: Layer): HeightRows {
  const [band = 'elevation'] = layer.bands
  const step = layer.bands.length
  const isThere = createIsThere(layer, readingOf(layer, [band]))
  return async (from, to) => {
    const [bytes, mask] = await Promise.all([layer.readRows(from, to), layer.readMaskRows?.(from, to)])
    const pixels = samplesIn(bytes, layer.sampleType)
    return Float64Array.from({ length: (to - from) * layer.width }, (_, at) =>
      isThere(pixels, at, mask) ? (pixels[at * step] ?? Number.NaN) : Number.NaN,
    )
  }
}
