/** The share of a plot's pixels that are plants, in percent, each pixel by its share in the plot. NaN where there is none. */
export const canopyCover = ({ plants, all }: { plants: number; all: number }): number =>
  // Two sums of the same numbers differ in their last digits.
  Math.min(100, (100 * plants) / all)
