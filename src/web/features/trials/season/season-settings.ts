import type { SeasonAxis } from '../analysis/season-axis.ts'
import type { PlotSeason, SeasonOptions } from '../analysis/season-of-plot.ts'

/** Indices that rise as plants green and fall as they ripen. */
const OF_GREENNESS = new Set(
  'canopyCover ExG ExGR GCC NGRDI GLI VARI MGRVI RGBVI NDVI GNDVI NDRE SAVI OSAVI MSAVI EVI EVI2 WDRVI RENDVI'.split(
    ' ',
  ),
)

const isCanopy = (trait: string): boolean => trait.startsWith('canopy')

type Choice = {
  trait: string
  axis: SeasonAxis
  /** Mean of all plots on each flight. */
  trialMean: readonly (number | null)[]
  from: number
  to: number
  /** As typed; null for the suggested one. */
  ripe: string | null
}

export function seasonOptionsOf({ trait, axis, trialMean, from, to, ripe }: Choice): SeasonOptions {
  const typed = ripe === null || ripe.trim() === '' ? Number.NaN : Number(ripe.replace(',', '.'))
  return {
    from,
    to,
    isCover: trait === 'canopyCover',
    ripeAt: OF_GREENNESS.has(trait) ? (Number.isFinite(typed) ? typed : suggestedRipeness(trialMean)) : null,
    startsAtPlanting: axis.isFromPlanting && isCanopy(trait),
  }
}

/** Half-way from the peak of the trial to what it has fallen to since; null while it rises. */
function suggestedRipeness(trialMean: readonly (number | null)[]): number | null {
  const known = trialMean.filter((value) => value !== null)
  const peak = Math.max(...known)
  const after = known.slice(known.indexOf(peak) + 1)
  return after.length === 0 ? null : Number(((peak + Math.min(...after)) / 2).toPrecision(2))
}

export const hasRipeness = (trait: string): boolean => OF_GREENNESS.has(trait)

/** A day, or why there is none. */
export const crossingValue = (crossing: PlotSeason['closure'], axis: SeasonAxis): number | string | null =>
  crossing === null ? null : crossing.state === 'reached' ? axis.long(crossing.day) : crossing.state
