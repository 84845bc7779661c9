// Plots whose heights a surface can't stand for, by what it says of its own cells (src/imagery/dense/confidence.ts).
import { DOUBT, KNOWN, REFUSED, SPECK } from '../../dense/confidence.ts'
import { createCoverage, toPixels } from '../../plots/pixel-coverage.ts'
import type { Polygon } from '../../plots/polygon.ts'
import type { PlacedLayer } from './ground.ts'
import { createHeightRows } from './height-rows.ts'
import { keepRows } from './kept-rows.ts'

/** Parts of a plot. Each plot that was off by more than 7 cm on made fields had more; the parts are of what was matched. */
const [SPECKS_MAX, DOUBT_MAX] = [0.15, 0.25]
/** Part of a plot that has heights. */
const USABLE_MIN = 0.5

/** 1 for each plot that gets no height: too many specks or doubts in it, or half of it has none. Polygons are in the coordinates of the map. */
export async function refusedPlots(
  { layer, transform }: PlacedLayer,
  polygons: readonly Polygon[],
): Promise<Uint8Array> {
  const refused = new Uint8Array(polygons.length)
  const { keep, row: rowAt } = keepRows({ size: layer, read: createHeightRows(layer) })
  const weights = new Float64Array(layer.width + 1)
  const plots = polygons
    .map((polygon, at) => ({ at, coverage: createCoverage(toPixels(polygon, transform), layer) }))
    .sort((one, other) => one.coverage.top - other.coverage.top)
  for (const { at, coverage } of plots) {
    const { top, bottom, left, area } = coverage
    await keep(top, bottom - 1)
    let [known, specks, doubts, usable] = [0, 0, 0, 0]
    for (let y = top; y < bottom; y += 1) {
      const [from, to] = coverage.weigh(y, weights)
      const row = rowAt(y)
      for (let index = from; index < to; index += 1) {
        const weight = weights[index] ?? 0
        // What is no cell is NaN, and has no bits.
        const flags = row?.[left + index] ?? 0
        if (flags & KNOWN) known += weight
        if (flags & SPECK) specks += weight
        if (flags & DOUBT) doubts += weight
        if (flags & KNOWN && !(flags & REFUSED)) usable += weight
      }
    }
    const isUnsure = specks > SPECKS_MAX * known || doubts > DOUBT_MAX * known
    refused[at] = isUnsure || usable < USABLE_MIN * area ? 1 : 0
  }
  return refused
}
