// Warmth that a crop has had since planting.
import { dateOfDay, dayOf } from './dates.ts'

/** At most: two years of a winter crop. */
export const TEMPERATURE_DAYS_MAX = 800
export const TEMPERATURE_MIN = -60
export const TEMPERATURE_MAX = 60

/** °C. */
export type DayTemperature = { date: string; mean: number }
export type Temperatures = {
  /** Below it the crop doesn't grow, °C. */
  base: number
  /** Warmer days count as this warm, °C. */
  upper: number | null
  days: readonly DayTemperature[]
}

export type DegreeDays = {
  /** °C × days; null where a day is missing: none is guessed. */
  sum: number | null
  /** Days without a temperature. */
  missing: number
}

/**
 * The simple average method (McMaster and Wilhelm 1997, method 1): the mean of a day, at most `upper`, less `base`, and never below 0;
 * summed from the day of planting to the day before `until`, so that as many days count as days after planting.
 */
export function degreeDays({ base, upper, days }: Temperatures, plantingDate: string, until: string): DegreeDays {
  const means = new Map(days.map(({ date, mean }) => [date, mean]))
  let [sum, missing] = [0, 0]
  for (let day = dayOf(plantingDate); day < dayOf(until); day += 1) {
    const mean = means.get(dateOfDay(day))
    if (mean === undefined) missing += 1
    else sum += Math.max(0, Math.min(mean, upper ?? mean) - base)
  }
  return { sum: missing > 0 || until < plantingDate ? null : Math.round(sum * 10) / 10, missing }
}

/**
 * The base temperature that is usual for a crop, °C: a suggestion. Undefined for crops without a source, or whose sources differ. There
 * is none for the upper limit: the usual 30 °C of maize limits the highest temperature of a day, not its mean.
 */
export const usualBaseOf = (crop: string | null): number | undefined =>
  USUAL.find(({ name }) => name.test(crop ?? ''))?.base

const USUAL = [
  // McMaster and Wilhelm 1997, doi:10.1016/S0168-1923(97)00027-0.
  { name: /\b(maize|corn)\b/i, base: 10 },
  { name: /\bwheat\b/i, base: 0 },
  // Maryland State Climatologist Office, Growing Degree Days: 50 °F.
  { name: /\bsoy/i, base: 10 },
  // North Dakota State University Extension, with the North Dakota Agricultural Weather Network: 32 °F for wheat and barley.
  { name: /\bbarley\b/i, base: 0 },
  // University of Missouri Extension, DD-50 Rice Model: 50 °F.
  { name: /\brice\b/i, base: 10 },
  // Oklahoma State University Extension, Utilizing Heat Units in Oklahoma Cotton Production (after Kerby 1987): 60 °F.
  { name: /\bcotton\b/i, base: 15.6 },
]
