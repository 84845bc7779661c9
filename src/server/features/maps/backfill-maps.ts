import { sql } from 'kysely'
import { z } from 'zod'
import { MAP_MAKER } from '#domain/maps.ts'
import { hours } from '#domain/units.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { prepareMapJob } from '../files/derived.ts'

export const backfillMapsJob = defineJob({ name: 'backfill-maps', payload: z.object({}), schedule: '23 4 * * *' })

/** Enqueues report files that were not looked at as maps within a day, or by an older version. */
export async function backfillMaps({ db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const files = await db
      .selectFrom('files')
      .leftJoin('maps', 'maps.fileId', 'files.id')
      .select(['files.id', 'files.createdAt'])
      .where('files.kind', '=', 'REPORT')
      .where('files.sha256', 'is not', null)
      .where('files.damagedAt', 'is', null)
      .where('files.createdAt', '<', before)
      .where((is) => is.or([is('maps.maker', 'is', null), is('maps.maker', '<>', MAP_MAKER)]))
      .where(sql<boolean>`(files.created_at, files.id) > (${createdAt}, ${id})`)
      .orderBy('files.createdAt')
      .orderBy('files.id')
      .limit(BATCH_ROWS)
      .execute()
    await queue.enqueueAll(
      db,
      prepareMapJob,
      files.map((file) => ({ fileId: file.id })),
    )
    return cursorAfter(files)
  })
}
