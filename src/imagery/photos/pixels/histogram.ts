/** Of luma from 0 to 255, how often there is each. */
export type Histogram = Uint32Array

/** Small pictures have black bars where the photo has another shape. */
const BLACK_MAX = 5
const WHITE_MIN = 250

/**
 * The mean of what isn't black; null where all is. The median would be steadier against few bright things, but jumps between two of
 * them: where half of a photo is forest and half is meadow.
 */
export function brightnessOf(histogram: Histogram): number | null {
  let [count, sum] = [0, 0]
  for (let luma = BLACK_MAX + 1; luma < histogram.length; luma += 1) {
    count += histogram[luma] ?? 0
    sum += luma * (histogram[luma] ?? 0)
  }
  return count === 0 ? null : sum / count
}

/** The share of what is white. */
export const whiteShareOf = (histogram: Histogram): number =>
  countOf(histogram.subarray(WHITE_MIN)) / countOf(histogram)

const countOf = (histogram: Histogram): number => histogram.reduce((sum, count) => sum + count, 0)
