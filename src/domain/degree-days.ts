// Warmth that a crop has had since planting.

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

const DAY_MS = 86_400_000

/**
 * The simple average method (McMaster and Wilhelm 1997, method 1): the mean of a day, at most `upper`, less `base`, and never below 0;
 * summed from the day of planting to the day before `until`, so that as many days count as days after planting.
 */
export function degreeDays({ base, upper, days }: Temperatures, plantingDate: string, until: string): DegreeDays {
  const means = new Map(days.map(({ date, mean }) => [date, mean]))
  let [sum, missing] = [0, 0]
  for (let day = Date.parse(plantingDate); day < Date.parse(until); day += DAY_MS) {
    const mean = means.get(new Date(day).toISOString().slice(0, 10))
    if (mean === undefined) missing += 1
    else sum += Math.max(0, Math.min(mean, upper ?? mean) - base)
  }
  return { sum: missing > 0 || until < plantingDate ? null : Math.round(sum * 10) / 10, missing }
}

/** Base and upper limit that are usual for a crop, °C: a suggestion. Undefined for other crops. */
export function usualLimitsOf(crop: string | null): { base: number; upper: number | null } | undefined {
  const word = crop?.toLowerCase() ?? ''
  return USUAL.find(({ crops }) => crops.some((name) => word.includes(name)))
}

const USUAL = [
  { crops: ['maize', 'corn', 'soy', 'sorghum'], base: 10, upper: 30 },
  { crops: ['rice'], base: 10, upper: null },
  { crops: ['cotton'], base: 15.5, upper: null },
  { crops: ['sunflower'], base: 8, upper: null },
  { crops: ['potato'], base: 7, upper: null },
  { crops: ['canola', 'rapeseed'], base: 5, upper: null },
  { crops: ['wheat', 'barley', 'oat', 'rye', 'triticale'], base: 0, upper: null },
] as const
