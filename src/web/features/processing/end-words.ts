import type { RunItem } from '#contract/processing.ts'
import { hasEnded } from '#domain/processing.ts'
import { counted } from '#domain/units.ts'
import { runName } from './run-figures.ts'

type Ended = Pick<RunItem, 'runId' | 'engine' | 'preset' | 'requestedAt' | 'state' | 'reason' | 'products'>

/** A sentence for each run that has ended since, also one that began and ended meanwhile; empty where none has. */
export function endsSince(before: readonly Ended[], now: readonly Ended[]): string {
  const known = new Set(before.filter(({ state }) => hasEnded(state)).map(({ runId }) => runId))
  return now
    .filter(({ runId, state }) => hasEnded(state) && !known.has(runId))
    .map((run) => `${runName(run)}: ${endOf(run)}`)
    .join(' ')
}

function endOf({ state, reason, products: { length } }: Ended): string {
  if (state === 'CANCELLED') return 'the run was cancelled.'
  if (state === 'FAILED') return `the run failed. ${reason ?? ''}`.trim()
  return `the run is done and made ${counted(length, 'file')}.`
}
