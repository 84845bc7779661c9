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
          const columnOf = new Map(
            columns.map((found) => [keyOf(found.trait, found.flightId, found.stat), found.values]),
          )
          const flights = trial.flights.map(({ trialFlightId: flightId }) => ({
            flightId,
            isLeftOut: outlines.plots.map(({ plotId }) => excluded.why(plotId, flightId) !== undefined),
          }))
          const all: TraitValues[] = []
          for (const trait of inOrder(measured)) {
            all.push({
              trait,
              byFlight: flights.map(({ flightId, isLeftOut }) =>
                valuesOf(columnOf.get(keyOf(trait.trait, flightId)), isLeftOut),
              ),
              flags: flights.map(({ flightId }) => flagsOf(columnOf.get(keyOf(trait.trait, flightId, 'flags')))),
            })
            await nextTurn()
          }
          return all
        }
      : null,
  )
}

/** Lets the screen answer in between. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

/** Of the values of a trait on a flight, or of their warnings. */
const keyOf = (trait: string, flightId: string, stat?: string): string =>
  `${trait} ${flightId} ${stat === 'flags' ? 'flags' : ''}`

/** A loop, because 30 traits on 20 flights have more than a million values. */
function valuesOf(found: Float32Array | undefined, isLeftOut: readonly boolean[]): (number | null)[] | undefined {
  if (!found) return undefined
  const values: (number | null)[] = []
  for (let at = 0; at < found.length; at += 1) {
    const value = found[at] ?? Number.NaN
    values.push(Number.isFinite(value) && !isLeftOut[at] ? value : null)
  }
  return values
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
