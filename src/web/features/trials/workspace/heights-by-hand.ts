// Heights of maps against those that people have measured on the same plots: a recorded column with 'height' in its name.
import { dayOf } from '#domain/dates.ts'
import { type Agreement, compareValues } from '#imagery/comparison/compare-values.ts'
import type { RecordedTrait } from '#imagery/plot-values/recorded-traits.ts'
import type { PlotOutline } from './plot-geometry.ts'
import { valuesByDay } from './recorded.ts'

/** In metres. */
export type DatedHeights = { date: string; takenOn: string | null; values: readonly (number | null)[] }
/** `agreement` is by hand less by map, in metres; null where the unit of the column is not known. */
export type HeightsByHand = { date: string; name: string; agreement: Agreement | null }

const NAME = /height/i
const METRES: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001 }
/** Plants grow a centimetre or two a day. */
const DAYS_MAX = 2

/** Whether it is what a tape measures: not a volume, the mean of a hull, or how much heights vary. */
export const isAsByTape = (trait: string, stat: string): boolean =>
  trait.startsWith('canopyHeight') && ['p90', 'p95', 'p99', 'max'].includes(stat)

export function heightsByHand(
  dates: readonly DatedHeights[],
  recorded: readonly RecordedTrait[],
  plots: readonly Pick<PlotOutline, 'plotId'>[],
): HeightsByHand[] {
  const tapes = recorded.filter(
    ({ name, columns }) => NAME.test(name) && columns.every(({ type }) => type === 'number'),
  )
  return dates.flatMap(({ date, takenOn, values }) =>
    tapes.flatMap((tape): HeightsByHand[] => {
      const nearest = valuesByDay(tape, plots)
        .flatMap((of) =>
          of.takenOn === null || takenOn === null ? [] : [{ ...of, apart: daysApart(of.takenOn, takenOn) }],
        )
        .toSorted((one, other) => one.apart - other.apart)[0]
      if (!nearest || nearest.apart > DAYS_MAX) return []
      const metres = METRES[tape.unit.trim().toLowerCase()]
      if (metres === undefined) return [{ date, name: tape.name, agreement: null }]
      const theirs = nearest.values.map((value) => (value === null ? null : value * metres))
      const { agreement } = compareValues(values, theirs)
      return agreement ? [{ date, name: tape.name, agreement }] : []
    }),
  )
}

const daysApart = (one: string, other: string): number => Math.abs(dayOf(one) - dayOf(other))
