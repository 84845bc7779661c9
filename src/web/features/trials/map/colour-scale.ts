import { RAMPS, rampColour } from '#imagery/rasters/ramps.ts'

export type Scale = readonly [low: number, high: number]

const RIM = 0.02

/** From the 2nd to the 98th percentile of all values, so that one that is far off leaves the others their colours. */
export function scaleOf(values: readonly (number | null)[]): Scale | null {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  if (sorted.length === 0) return null
  const [low, high] = [at(RIM), at(1 - RIM)]
  return low < high ? [low, high] : [low - 0.5, low + 0.5]
}

/** The colour of a value as CSS. */
export function colourOf(value: number, [low, high]: Scale, opacity = 1): string {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)))
  const colour = rampColour(RAMPS.canopy, share).map(Math.round).join(' ')
  return opacity < 1 ? `rgb(${colour} / ${opacity})` : `rgb(${colour})`
}
