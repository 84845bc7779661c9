// The values of an index within the hull of a trial: plots and the alleys between them.

import { hullOf } from '../../plots/hull.ts'
import { createCoverage } from '../../plots/pixel-coverage.ts'
import type { Polygon } from '../../plots/polygon.ts'
import { samplesIn } from '../../rasters/read-rows.ts'
import { compile } from '../catalogue/program.ts'
import { readingOf } from './collector.ts'
import { createIsThere } from './is-there.ts'
import type { Layer } from './layer.ts'
import type { MaskRule } from './masks.ts'
import { measuredBands } from './measure-plots.ts'
import { addToHistogram, createIndexHistogram, type IndexHistogram } from './otsu.ts'

/** So many pixels say it as well as all. */
const PIXELS_MAX = 20_000_000

/** Of the index of a mask, on pixels that lie wholly within the hull of polygons in pixels; of large trials, of every n-th row. */
export async function measureHistogram(
  layer: Layer,
  polygons: readonly Polygon[],
  mask: MaskRule,
): Promise<IndexHistogram> {
  const histogram = createIndexHistogram()
  const hull = hullOf(polygons.flat(2).flat())
  const coverage = createCoverage([[hull]], layer)
  const stride = Math.max(1, Math.ceil(coverage.area / PIXELS_MAX))
  const program = compile([mask.expression])
  const places = program.bands.map((role) => layer.bands.indexOf(role))
  const isThere = createIsThere(layer, readingOf(layer, measuredBands(layer, [], mask)))
  const weights = new Float64Array(coverage.right - coverage.left + 1)
  for (let y = coverage.top; y < coverage.bottom; y += stride) {
    const [bytes, shown] = await Promise.all([layer.readRows(y, y + 1), layer.readMaskRows?.(y, y + 1)])
    const pixels = samplesIn(bytes, layer.sampleType)
    const [from, to] = coverage.weigh(y, weights)
    const numbers = places.map((place) => {
      const band = new Float64Array(to - from)
      for (let at = 0; at < band.length; at += 1) {
        const x = coverage.left + from + at
        const value = pixels[x * layer.bands.length + place] ?? 0
        const counts = (weights[from + at] ?? 0) === 1 && isThere(pixels, x, shown)
        band[at] = counts ? value : Number.NaN
      }
      return band
    })
    const values = new Float64Array(to - from)
    program.run(numbers, [values])
    addToHistogram(histogram, values)
  }
  return histogram
}
