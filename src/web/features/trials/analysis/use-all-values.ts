import { SCOPES, STATISTICS } from '#domain/trials.ts'
import { type Flag, fromBits } from '#imagery/traits/measure/flags.ts'
import { useView } from '#web/lib/view.ts'
import { type TraitColumn, traitColumns } from '../trial-queries.ts'
import { placeOfDate } from '../workspace/days.ts'
import { traitOf, valuesByDay } from '../workspace/recorded.ts'
import { inOrder } from '../workspace/trait-names.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { TraitValues } from './trait-values.ts'
import { type Analysis, useWork } from './use-analysis.ts'
import { type Excluded, useExcluded } from './use-excluded.ts'

/**
 * All traits, measured ones in the statistic and scope that the address names, as far as they have these; else their main one. On all
 * days, or on one, with warnings. Excluded plots have no values.
 */
export function useAllValues(workspace: Workspace, isWanted: boolean, only?: string): Analysis<TraitValues[]> {
  const { measurement } = workspace
  const [view] = useView()
  const excluded = useExcluded(workspace.trial.trialId)
  const stat = STATISTICS.find((one) => one === view.get('stat'))
  const scope = SCOPES.find((one) => one === view.get('scope'))
  const key = [measurement?.measurementId ?? null, stat ?? null, scope ?? null, only ?? null, excluded.key]
  return useWork(
    ['all-values', ...key, workspace.inputsKey],
    isWanted && excluded.isLoaded
      ? async (signal) => {
          const one = only === undefined ? {} : ({ trialFlightId: only, with: 'flags' } as const)
          const columns = measurement
            ? await traitColumns({ measurementId: measurement.measurementId, stat, scope, ...one }, signal)
            : []
          return [...recordedValues(workspace, excluded), ...(await measuredValues(workspace, columns, excluded))]
        }
      : null,
  )
}

function recordedValues({ recorded, days, plots }: Workspace, excluded: Excluded): TraitValues[] {
  const isLeftOut = plots.map(({ plotId }) => excluded.why(plotId) !== undefined)
  return recorded.map((trait) => {
    const values = new Map(valuesByDay(trait, plots).map((one) => [placeOfDate(days, one.takenOn), one.values]))
    return {
      trait: traitOf(trait, days),
      byDay: days.map((_, day) => values.get(day)?.map((value, at) => (isLeftOut[at] ? null : value))),
    }
  })
}

async function measuredValues(
  { measurement, days, plots }: Workspace,
  columns: readonly TraitColumn[],
  excluded: Excluded,
): Promise<TraitValues[]> {
  const columnOf = new Map(columns.map((found) => [keyOf(found.trait, found.flightId, found.stat), found.values]))
  const flights = days.map(({ id }) => ({
    id,
    isLeftOut: plots.map(({ plotId }) => excluded.why(plotId, id) !== undefined),
  }))
  const all: TraitValues[] = []
  for (const trait of inOrder(measurement?.measured ?? [])) {
    all.push({
      trait,
      byDay: flights.map(({ id, isLeftOut }) => valuesOf(columnOf.get(keyOf(trait.trait, id)), isLeftOut)),
      flags: flights.map(({ id }) => flagsOf(columnOf.get(keyOf(trait.trait, id, 'flags')))),
    })
    await nextTurn()
  }
  return all
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
