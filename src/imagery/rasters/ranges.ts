import type { RasterFacts } from '#domain/maps.ts'
import type { Samples } from './read-rows.ts'

/** Enough for a percentile that people look at. */
const VALUES_MAX = 200_000
const LOW = 0.02
const HIGH = 0.98

/** Of each band, the 2nd and 98th percentile of what is there. `samples` are band by band for each pixel. */
export function rangesOf(
  { samples, mask, bands }: { samples: Samples; mask: Uint8Array | undefined; bands: number },
  nodata: number | undefined,
): RasterFacts['ranges'] {
  const pixels = samples.length / bands
  const step = Math.max(1, Math.ceil(pixels / VALUES_MAX))
  return Array.from({ length: bands }, (_, band) => {
    const values = new Float64Array(Math.ceil(pixels / step))
    let count = 0
    for (let pixel = 0; pixel < pixels; pixel += step) {
      const value = samples[pixel * bands + band] ?? Number.NaN
      if (!Number.isFinite(value) || value === nodata || mask?.[pixel] === 0) continue
      values[count] = value
      count += 1
    }
    const sorted = values.subarray(0, count).sort()
    const at = (share: number) => sorted[Math.round(share * (count - 1))] ?? 0
    return count === 0 ? null : [at(LOW), at(HIGH)]
  })
}
