import { z } from 'zod'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { askForgotten } from './ask-forgotten.ts'

export const backfillInspectionsJob = defineJob({
  name: 'backfill-inspections',
  payload: z.object({}),
  schedule: '13 4 * * *',
})

export const backfillHashesJob = defineJob({ name: 'backfill-hashes', payload: z.object({}), schedule: '43 3 * * *' })

/** Enqueues files that have no digests after a day, such as those from before there were digests. */
export const backfillHashes = (deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> =>
  askForgotten(deps, { of: 'sha256' })

/** Enqueues files that have no result after a day, such as those from before there was a scanner. */
export async function backfillInspections(
  deps: Pick<Deps, 'db' | 'queue' | 'now'> & WithConfig<'virusScan'>,
): Promise<void> {
  await askForgotten(deps, { of: 'inspection', kind: 'ARCHIVE' })
  if (deps.config.virusScan) await askForgotten(deps, { of: 'virusScan' })
}
