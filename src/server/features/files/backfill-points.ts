import { sql } from 'kysely'
import { z } from 'zod'
import { POINTS_MAKER } from '#domain/point-clouds.ts'
import { hours } from '#domain/units.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { preparePointsJob } from './derived.ts'

export const backfillPointsJob = defineJob({ name: 'backfill-points', payload: z.object({}), schedule: '33 4 * * *' })

/** Enqueues point clouds whose points were not thinned within a day, or by an older version. */
export async function backfillPoints({ db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const files = await db
      .selectFrom('files')
      .select(['id', 'createdAt'])
      .where('kind', '=', 'REPORT')
      .where('sha256', 'is not', null)
      .where('damagedAt', 'is', null)
      .where('createdAt', '<', before)
      .where((is) => is.or([is('fileName', 'ilike', '%.las'), is('fileName', 'ilike', '%.laz')]))
      .where(sql<boolean>`coalesce((points ->> 'maker')::int, 0) <> ${POINTS_MAKER}`)
      .where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    const points = files.map((file) => ({ fileId: file.id }))
    await queue.enqueueAll(db, preparePointsJob, points)
    return cursorAfter(files)
  })
}
