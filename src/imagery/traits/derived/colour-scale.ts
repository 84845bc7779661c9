import { RAMPS, rampColour } from '../../rasters/ramps.ts'

export type Scale = readonly [low: number, high: number]

const RIM = 0.02

/** The 2nd and the 98th percentile of all values, so that one that is far off leaves the others their colours; null without values. */
export function limitsOf(values: Iterable<number | null>): Scale | null {
  const sorted = Float64Array.from([...values].filter((value) => value !== null).filter(Number.isFinite)).toSorted()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return sorted.length === 0 ? null : [at(RIM), at(1 - RIM)]
}

/** The same, with some room around values that are all alike. */
export function scaleOf(values: Iterable<number | null>): Scale | null {
  const limits = limitsOf(values)
  if (!limits) return null
  const [low, high] = limits
  return low < high ? limits : [low - 0.5, low + 0.5]
}

/** The colour of a value as CSS. */
export function colourOf(value: number, [low, high]: Scale, opacity = 1): string {
  const colour = rampColour(RAMPS.canopy, (value - low) / (high - low))
    .map(Math.round)
    .join(' ')
  return opacity < 1 ? `rgb(${colour} / ${opacity})` : `rgb(${colour})`
}
