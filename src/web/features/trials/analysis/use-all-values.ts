import { traitColumns } from '../trial-queries.ts'
import { inOrder } from '../workspace/trait-names.ts'
import type { Trait, Workspace } from '../workspace/workspace.ts'
import { type Analysis, useWork } from './use-analysis.ts'
import { useExcluded } from './use-excluded.ts'

/** A trait of all plots: of each flight of the trial, the values in the order of the plots; undefined where it has none. */
export type TraitValues = { trait: Trait; byFlight: (readonly (number | null)[] | undefined)[] }

/**
 * All traits in one statistic and scope, as far as they have these; else their main one. On all flights, or on one. Excluded plots
 * have no values.
 */
export function useAllValues(
  { trial, measurement, outlines, stat, scope }: Workspace,
  isWanted: boolean,
  only?: string,
): Analysis<TraitValues[]> {
  const { measurementId, measured } = measurement
  const excluded = useExcluded(trial.trialId)
  return useWork(
    ['all-values', measurementId, stat, scope, only ?? null, excluded.key],
    isWanted && excluded.isLoaded
      ? async (signal) => {
          const columns = await traitColumns({ measurementId, stat, scope, trialFlightId: only }, signal)
          return inOrder(measured).map((trait) => ({
            trait,
            byFlight: trial.flights.map(({ trialFlightId: flightId }) => {
              const found = columns.find((one) => one.trait === trait.trait && one.flightId === flightId)
              return (
                found &&
                outlines.plots.map(({ plotId }, at) => {
                  const value = found.values[at] ?? Number.NaN
                  return Number.isFinite(value) && !excluded.why(plotId, flightId) ? value : null
                })
              )
            }),
          }))
        }
      : null,
  )
}
