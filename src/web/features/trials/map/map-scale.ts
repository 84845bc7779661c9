import { DATE_UNIT } from '#domain/dates.ts'
import { type Scale, scaleOf, wholeScaleOf } from '#imagery/traits/derived/colour-scale.ts'
import type { DatedValues } from '../workspace/workspace.ts'

/** Without any value. */
const NO_SCALE: Scale = [0, 1]

/** All parts of the screen ask for the same. */
const known = new WeakMap<object, Scale>()

/** One for all dates. Of values that are dates from the first to the last. */
export function mapScaleOf(dates: readonly Pick<DatedValues, 'values'>[], unit: string): Scale {
  const values = () => dates.flatMap((day) => day.values)
  const scale = known.get(dates) ?? (unit === DATE_UNIT ? wholeScaleOf(values()) : scaleOf(values())) ?? NO_SCALE
  known.set(dates, scale)
  return scale
}

/** Where its limits come from. */
export const limitsText = (dates: number, unit: string): string =>
  `Limits: ${unit === DATE_UNIT ? 'first to last' : '2nd to 98th percentile'} of plots${dates > 1 ? ` on all ${dates} dates` : ''}`
