import { useMemo } from 'react'
import type { Exclusion } from '#contract/field-book.ts'
import { useExclusions } from '../field-book-queries.ts'

export type Excluded = {
  isLoaded: boolean
  isEmpty: boolean
  /** Changes with them. */
  key: string
  /** Why a plot is left out on a flight, or without one, on all; undefined when it is not. */
  why: (plotId: string, flightId?: string) => Exclusion | undefined
}

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
