// The values of an index within the hull of a trial: plots and the alleys between them.

import { createCoverage } from '../../plots/coverage.ts'
import { hullOf } from '../../plots/hull.ts'
import type { Polygon } from '../../plots/polygon.ts'
import { samplesIn } from '../../rasters/read-rows.ts'
import type { Expression } from '../catalogue/expression.ts'
import { variablesOf } from '../catalogue/expression.ts'
import { compile } from '../catalogue/program.ts'
import type { Layer } from './layer.ts'
import { addToHistogram, createIndexHistogram, type IndexHistogram } from './otsu.ts'

/** So many pixels say it as well as all. */
const PIXELS_MAX = 20_000_000

/** Of pixels that lie wholly within the hull of polygons in pixels; of large trials, of every n-th row. */
export async function measureHistogram(
  layer: Layer,
  polygons: readonly Polygon[],
  expression: Expression,
): Promise<IndexHistogram> {
  const histogram = createIndexHistogram()
  const hull = hullOf(polygons.flat(2).flat())
  const coverage = createCoverage([[hull]], layer)
  const stride = Math.max(1, Math.ceil(coverage.area / PIXELS_MAX))
  const program = compile([expression])
  const places = variablesOf(expression).map((role) => layer.bands.indexOf(role))
  const weights = new Float64Array(coverage.right - coverage.left + 1)
  const alpha = layer.bands.indexOf('alpha')
  for (let y = coverage.top; y < coverage.bottom; y += stride) {
    const [bytes, mask] = await Promise.all([layer.readRows(y, y + 1), layer.readMaskRows?.(y, y + 1)])
    const pixels = samplesIn(bytes, layer.sampleType)
    const [from, to] = coverage.weigh(y, weights)
    const numbers = places.map((place) => {
      const band = new Float64Array(to - from)
      for (let at = 0; at < band.length; at += 1) {
        const x = coverage.left + from + at
        const value = pixels[x * layer.bands.length + place] ?? 0
        const isThere =
          (weights[from + at] ?? 0) === 1 &&
          (alpha < 0 || pixels[x * layer.bands.length + alpha] !== 0) &&
          mask?.[x] !== 0 &&
          (layer.sampleType === 'uint8' || value !== layer.nodata)
        band[at] = isThere ? value / layer.scale : Number.NaN
      }
      return band
    })
    const values = new Float64Array(to - from)
    program.run(numbers, [values])
    addToHistogram(histogram, values)
  }
  return histogram
}
