import { RAMPS, type RampId, type Rgb, rampColour } from '../../rasters/ramps.ts'

export type Scale = readonly [low: number, high: number]

/** `classes` of equal width; with 0, each value has a colour of its own. */
export type Colours = { ramp: RampId; classes: number }

const CANOPY: Colours = { ramp: 'canopy', classes: 0 }
const RIM = 0.02

/** The 2nd and the 98th percentile of all values, so that one that is far off leaves the others their colours; null without values. */
export function limitsOf(values: Iterable<number | null>): Scale | null {
  const known: number[] = []
  for (const value of values) if (value !== null && Number.isFinite(value)) known.push(value)
  const sorted = new Float64Array(known).sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return sorted.length === 0 ? null : [at(RIM), at(1 - RIM)]
}

/** The same, with some room around values that are all alike. */
export const scaleOf = (values: Iterable<number | null>): Scale | null => withRoom(limitsOf(values))

/** From the least to the greatest, for values of which none is far off by a mistake. */
export function wholeScaleOf(values: Iterable<number | null>): Scale | null {
  const known = [...values].filter((value) => value !== null).filter(Number.isFinite)
  let [low, high] = [known[0], known[0]]
  for (const value of known) [low, high] = [Math.min(low ?? value, value), Math.max(high ?? value, value)]
  return low === undefined || high === undefined ? null : withRoom([low, high])
}

function withRoom(limits: Scale | null): Scale | null {
  if (!limits) return null
  const [low, high] = limits
  return low < high ? limits : [low - 0.5, low + 0.5]
}

/** Where classes begin and end: one more than there are classes. A value on an edge belongs to the class above it. */
export const classEdges = ([low, high]: Scale, classes: number): number[] =>
  Array.from({ length: classes + 1 }, (_, at) => low + ((high - low) * at) / classes)

/** The colours of classes, from the lowest to the highest. */
export const classColours = ({ ramp, classes }: Colours): Rgb[] =>
  Array.from({ length: classes }, (_, at) => rampColour(RAMPS[ramp], at / (classes - 1)))

/** Values beyond the scale have its first or last colour. */
export function rgbOf(value: number, [low, high]: Scale, { ramp, classes }: Colours): Rgb {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)))
  const place = classes === 0 ? share : Math.min(classes - 1, Math.floor(share * classes)) / (classes - 1)
  return rampColour(RAMPS[ramp], place)
}

/** The colour of a value as CSS. */
export function colourOf(
  value: number,
  scale: Scale,
  { opacity = 1, ...colours }: Colours & { opacity?: number } = CANOPY,
) {
  const colour = rgbOf(value, scale, colours).map(Math.round).join(' ')
  return opacity < 1 ? `rgb(${colour} / ${opacity})` : `rgb(${colour})`
}
