import type { RunItem } from '#contract/processing.ts'
import { hasEnded } from '#domain/processing.ts'
import { runName } from './run-figures.ts'

type Ended = Pick<RunItem, 'runId' | 'engine' | 'requestedAt' | 'state' | 'reason' | 'products'>

/** A sentence for each run that was under way before and has ended now; empty where none has. */
export function endsSince(before: readonly Ended[], now: readonly Ended[]): string {
  const live = new Set(before.filter(({ state }) => !hasEnded(state)).map(({ runId }) => runId))
  return now
    .filter(({ runId, state }) => live.has(runId) && hasEnded(state))
    .map((run) => `${runName(run)}: ${endOf(run)}`)
    .join(' ')
}

function endOf({ state, reason, products: { length } }: Ended): string {
  if (state === 'CANCELLED') return 'the run was cancelled.'
  if (state === 'FAILED') return `the run failed. ${reason ?? ''}`.trim()
  return `the run is done and made ${length} ${length === 1 ? 'file' : 'files'}.`
}
