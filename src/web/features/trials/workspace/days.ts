// The dates on which a trial has values, and one for values without a date.
import { degreeDays } from '#domain/degree-days.ts'
import { daysAfterPlanting } from '#domain/trials.ts'
import type { RecordedTrait } from '#imagery/plot-values/recorded-traits.ts'
import type { Trial } from '../trial-queries.ts'

export type Day = {
  /** Of the flight of that day, where there is one. */
  id: string
  /** As screens and addresses name it. */
  date: string
  /** Null of values without a date. */
  takenOn: string | null
  daysAfterPlanting: number | null
  degreeDays: number | null
}

export const NO_DATE = 'No date'

/** Such as ' on 2026-07-01', where there is a date. */
export const onDate = (date: string): string => (date === NO_DATE ? '' : ` on ${date}`)

/** Without a date first, then in the order of the season. */
export function daysOf(trial: Trial, recorded: readonly RecordedTrait[]): Day[] {
  const flights = new Map(trial.flights.map((flight) => [flight.takenOn, flight]))
  const dates = new Set([
    ...flights.keys(),
    ...recorded.flatMap(({ columns }) => columns.map(({ takenOn }) => takenOn)),
  ])
  return [...dates]
    .toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
    .map((takenOn) => ({
      id: (takenOn !== null && flights.get(takenOn)?.trialFlightId) || dayIdOf(takenOn),
      date: takenOn ?? NO_DATE,
      takenOn,
      daysAfterPlanting: daysAfterPlanting(takenOn, trial.plantingDate),
      degreeDays: degreeDaysOn(trial, takenOn),
    }))
}

const dayIdOf = (takenOn: string | null): string => `day-${takenOn ?? ''}`

const degreeDaysOn = ({ temperatures, plantingDate }: Trial, takenOn: string | null): number | null =>
  temperatures && plantingDate !== null && takenOn !== null
    ? (degreeDays(temperatures, plantingDate, takenOn).sum ?? null)
    : null
