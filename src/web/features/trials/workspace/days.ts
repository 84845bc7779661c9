// The flights of a trial, the other dates on which it has values, and one for values without a date.
import { dateText } from '#domain/dates.ts'
import { degreeDays } from '#domain/degree-days.ts'
import { daysAfterPlanting } from '#domain/trials.ts'
import type { RecordedTrait } from '#imagery/plot-values/recorded-traits.ts'
import type { Trial } from '../trial-queries.ts'

export type Day = {
  /** Of the flight, where it is one. */
  id: string
  /** As screens and addresses name it: the moment of the flight. */
  date: string
  /** Null of values without a date. */
  takenOn: string | null
  daysAfterPlanting: number | null
  degreeDays: number | null
}

export const NO_DATE = 'No date'

/** Such as ' on 2026-07-01', where there is a date. */
export const onDate = (date: string): string => (date === NO_DATE ? '' : ` on ${dateText(date)}`)

/** Without a date first, then in the order of the season. */
export function daysOf(trial: Trial, recorded: readonly RecordedTrait[]): Day[] {
  const flown = trial.flights.map(({ trialFlightId: id, moment: date, takenOn }) => ({ id, date, takenOn }))
  const others = new Set(recorded.flatMap(({ columns }) => columns.map(({ takenOn }) => takenOn)))
  for (const { takenOn } of flown) others.delete(takenOn)
  return [
    ...flown,
    ...[...others].map((takenOn) => ({ id: `day-${takenOn ?? ''}`, date: takenOn ?? NO_DATE, takenOn })),
  ]
    .toSorted(
      (one, other) =>
        Number(other.takenOn === null) - Number(one.takenOn === null) || one.date.localeCompare(other.date),
    )
    .map((day) => ({
      ...day,
      daysAfterPlanting: daysAfterPlanting(day.takenOn, trial.plantingDate),
      degreeDays: degreeDaysOn(trial, day.takenOn),
    }))
}

/** Which of the days has what people have recorded on a date: the first flight of that date. -1 for none. */
export const placeOfDate = (days: readonly Pick<Day, 'takenOn'>[], date: string | null): number =>
  days.findIndex(({ takenOn }) => takenOn === date)

const degreeDaysOn = ({ temperatures, plantingDate }: Trial, takenOn: string | null): number | null =>
  temperatures && plantingDate !== null && takenOn !== null
    ? (degreeDays(temperatures, plantingDate, takenOn).sum ?? null)
    : null
