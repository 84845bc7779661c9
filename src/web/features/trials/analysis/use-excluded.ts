import { useMemo } from 'react'
import type { Exclusion } from '#contract/field-book.ts'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { useExclusions } from '../field-book-queries.ts'
import type { Workspace } from '../workspace/workspace.ts'

export type Excluded = {
  isLoaded: boolean
  isEmpty: boolean
  /** Changes with them. */
  key: string
  /** Why a plot is left out on a flight, or without one, on all; undefined when it is not. */
  why: (plotId: string, flightId?: string) => Exclusion | undefined
}

/** Whether the value of a plot on a flight counts in nothing. What people have recorded has nothing to do with a flight of that day. */
export const isLeftOut = (
  { isEmpty, why }: Excluded,
  { trait }: Workspace['trait'],
  { plotId, flightId }: { plotId: string; flightId: string },
): boolean => !isEmpty && why(plotId, isRecorded(trait) ? undefined : flightId) !== undefined

/** The plots that people have left out. */
export function useExcluded(trialId: string): Excluded {
  const { data } = useExclusions(trialId)
  return useMemo(() => {
    const byPlot = Map.groupBy(data ?? [], ({ plotId }) => plotId)
    return {
      isLoaded: data !== undefined,
      isEmpty: byPlot.size === 0,
      key: JSON.stringify((data ?? []).map(({ plotId, trialFlightId }) => [plotId, trialFlightId])),
      why: (plotId, flightId) =>
        byPlot.get(plotId)?.find(({ trialFlightId }) => trialFlightId === null || trialFlightId === flightId),
    }
  }, [data])
}
