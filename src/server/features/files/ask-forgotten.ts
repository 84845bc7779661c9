import { sql } from 'kysely'
import { hours } from '#domain/units.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { checkFileJob } from './check-file.ts'
import { payloadOf } from './queries.ts'

type Lacking = { of: 'sha256' | 'inspection' | 'virusScan'; kind?: 'ARCHIVE' }

/** Enqueues the check of every file that still lacks a result after a day. */
export async function askForgotten(
  { db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>,
  { of, kind }: Lacking,
): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const lacking = db
      .selectFrom('files')
      .select(['id', 'uploadId', 'createdAt'])
      .where(of, 'is', null)
      .where('createdAt', '<', before)
      .where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(BATCH_ROWS)
    const files = await (kind ? lacking.where('kind', '=', kind) : lacking).execute()
    await queue.enqueueAll(db, checkFileJob, files.map(payloadOf))
    return cursorAfter(files)
  })
}
