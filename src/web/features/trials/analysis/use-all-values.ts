import { SCOPES, STATISTICS } from '#domain/trials.ts'
import { type Flag, fromBits } from '#imagery/traits/measure/flags.ts'
import { useView } from '#web/lib/view.ts'
import { traitColumns } from '../trial-queries.ts'
import { inOrder } from '../workspace/trait-names.ts'
import type { Trait, Workspace } from '../workspace/workspace.ts'
import { type Analysis, useWork } from './use-analysis.ts'
import { useExcluded } from './use-excluded.ts'

/** A trait of all plots: of each flight of the trial, the values in the order of the plots; undefined where it has none. */
export type TraitValues = {
  trait: Trait
  byFlight: (readonly (number | null)[] | undefined)[]
  /** The warnings of the values, where one flight was asked for. */
  flags?: (readonly (readonly Flag[])[] | undefined)[]
}

/**
 * All traits in the statistic and scope that the address names, as far as they have these; else their main one. On all flights, or
 * on one, with warnings. Excluded plots have no values.
 */
export function useAllValues(
  { trial, measurement, outlines }: Workspace,
  isWanted: boolean,
  only?: string,
): Analysis<TraitValues[]> {
  const { measurementId, measured } = measurement
  const [view] = useView()
  const excluded = useExcluded(trial.trialId)
  const stat = STATISTICS.find((one) => one === view.get('stat'))
  const scope = SCOPES.find((one) => one === view.get('scope'))
  return useWork(
    ['all-values', measurementId, stat ?? null, scope ?? null, only ?? null, excluded.key],
    isWanted && excluded.isLoaded
      ? async (signal) => {
          const one = only === undefined ? {} : ({ trialFlightId: only, with: 'flags' } as const)
          const columns = await traitColumns({ measurementId, stat, scope, ...one }, signal)
          const columnOf = (trait: Trait, flightId: string, isOfFlags: boolean) =>
            columns.find(
              (found) =>
                found.trait === trait.trait && found.flightId === flightId && (found.stat === 'flags') === isOfFlags,
            )
          return inOrder(measured).map((trait) => ({
            trait,
            byFlight: trial.flights.map(({ trialFlightId: flightId }) => {
              const found = columnOf(trait, flightId, false)
              return (
                found &&
                outlines.plots.map(({ plotId }, at) => {
                  const value = found.values[at] ?? Number.NaN
                  return Number.isFinite(value) && !excluded.why(plotId, flightId) ? value : null
                })
              )
            }),
            flags: trial.flights.map(({ trialFlightId }) => flagsOf(columnOf(trait, trialFlightId, true)?.values)),
          }))
        }
      : null,
  )
}

/** Each list of warnings once, because most plots share theirs. */
function flagsOf(bits: Float32Array | undefined): Flag[][] | undefined {
  const known = new Map<number, Flag[]>()
  return (
    bits &&
    Array.from(bits, (one) => {
      const flags = known.get(one) ?? fromBits(one)
      known.set(one, flags)
      return flags
    })
  )
}
