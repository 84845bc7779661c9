import { sql } from 'kysely'
import { z } from 'zod'
import { hours } from '#domain/units.ts'
import type { FileKind } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { checkFileJob } from './check-file.ts'
import { payloadOf } from './file-job.ts'

export const backfillInspectionsJob = defineJob({
  name: 'backfill-inspections',
  payload: z.object({}),
  schedule: '13 4 * * *',
})

export const backfillHashesJob = defineJob({ name: 'backfill-hashes', payload: z.object({}), schedule: '43 3 * * *' })

/** Enqueues files that still have no digests after a day, such as those from before there were digests. */
export async function backfillHashes(deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  await enqueueMissing(deps, { result: 'sha256' })
  await enqueueMissing(deps, { result: 'crc32', kind: 'REPORT' })
}

/** Enqueues files that have no inspection, preview or scan after a day, such as those from before a scanner was configured. */
export async function backfillInspections(
  deps: Pick<Deps, 'db' | 'queue' | 'now'> & WithConfig<'virusScan'>,
): Promise<void> {
  await enqueueMissing(deps, { result: 'inspection', kind: 'ARCHIVE' })
  await enqueueMissing(deps, { result: 'preview', kind: 'REPORT' })
  if (deps.config.virusScan) await enqueueMissing(deps, { result: 'virusScan' })
}

type MissingResult = { result: 'sha256' | 'crc32' | 'inspection' | 'preview' | 'virusScan'; kind?: FileKind }

/** Enqueues the check of every file that still lacks this result after a day, unless it is damaged. */
async function enqueueMissing(
  { db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>,
  { result, kind }: MissingResult,
): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const incomplete = db
      .selectFrom('files')
      .select(['id', 'uploadId', 'createdAt'])
      .where(result, 'is', null)
      .where('damagedAt', 'is', null)
      .where('createdAt', '<', before)
      .where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(BATCH_ROWS)
    const files = await (kind ? incomplete.where('kind', '=', kind) : incomplete).execute()
    await queue.enqueueAll(db, checkFileJob, files.map(payloadOf))
    return cursorAfter(files)
  })
}
