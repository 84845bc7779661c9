import { useMemo } from 'react'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { useSameItems } from '#web/lib/use-same-items.ts'
import { summaryOf } from '../analysis/summary.ts'
import { useTraitValues } from '../trial-queries.ts'
import type { Measurement } from './workspace.ts'

const COVER = 'canopyCover'
const NOTHING: readonly never[] = []

/** The flight on which plants cover most of the plots; null without cover, or where it is not wanted; undefined while it loads. */
export function useGreenest(measurement: Measurement | null, isUnwanted: boolean): string | null | undefined {
  const cover = isUnwanted ? undefined : measurement?.measured.find(({ trait }) => trait === COVER)
  const flightIds = cover?.flightIds ?? NOTHING
  // As the trait is loaded that is shown at first, so that its values come once.
  const { stat, scope } = mainValueOf(COVER)
  const loaded = useTraitValues(
    { measurementId: measurement?.measurementId ?? '', trait: COVER, stat, scope },
    flightIds,
  )
  const values = useSameItems(loaded.map(({ data, isError }) => data?.values ?? (isError ? NOTHING : undefined)))
  return useMemo(() => {
    let [best, most]: [string | null, number] = [null, -1]
    for (const [at, ofFlight] of values.entries()) {
      if (!ofFlight) return undefined
      const mean = summaryOf(ofFlight)?.mean ?? -1
      if (mean > most) [best, most] = [flightIds[at] ?? null, mean]
    }
    return best
  }, [flightIds, values])
}
