import { toBits } from '#imagery/traits/measure/flags.ts'
import type { WhyExcluded } from '../exclusions/list-exclusions.ts'
import type { OwnRecorded } from '../own-columns/recorded-columns.ts'
import type { PlotRow } from '../queries.ts'

/** What a trait has of a plot. Where people have excluded the plot, it has no values, a flag, and the reason. */
export type Reading<Values> = { values: Values | null; bits: number; reason: string | null }

export type ReaderOf = { plots: readonly Pick<PlotRow, 'plotId'>[]; whyExcluded: WhyExcluded }

type Stored<Values> = ReaderOf & {
  /** Null of what people have recorded, which has nothing to do with a flight of that day. */
  flightId: string | null
  valuesAt: (at: number) => Values
  bitsAt: (at: number) => number
}

const EXCLUDED = toBits(['USER_EXCLUDED'])

/** The one way from stored values to all that leaves: reads a plot by its place. */
export const valueReader =
  <Values>({ plots, whyExcluded, flightId, valuesAt, bitsAt }: Stored<Values>) =>
  (at: number): Reading<Values> => {
    const reason = whyExcluded(plots[at]?.plotId ?? '', flightId)
    return reason === undefined
      ? { values: valuesAt(at), bits: bitsAt(at), reason: null }
      : { values: null, bits: bitsAt(at) | EXCLUDED, reason }
  }

/** Dates are days. */
export type RecordedValue = { number: number | null; text: string | null }

export const recordedReader = ({ numbers, texts }: OwnRecorded, of: ReaderOf) =>
  valueReader<RecordedValue>({
    ...of,
    flightId: null,
    valuesAt(at) {
      const plotId = of.plots[at]?.plotId ?? ''
      return { number: numbers.get(plotId) ?? null, text: texts.get(plotId) ?? null }
    },
    bitsAt: () => 0,
  })
