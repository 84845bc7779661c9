import { sql } from 'kysely'
import { hours } from '#domain/units.ts'
import type { Job } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'

type Unprepared = {
  job: Job<{ fileId: string }>
  /** Where the job records what it found, and its version. */
  column: 'points' | 'model'
  maker: number
  /** Of the names of its files. */
  extensions: readonly string[]
}

/** Enqueues a job for report files that it has not looked at within a day, or in an older version. */
export async function enqueueUnprepared(
  { db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>,
  { job, column, maker, extensions }: Unprepared,
): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const files = await db
      .selectFrom('files')
      .select(['id', 'createdAt'])
      .where('kind', '=', 'REPORT')
      .where('sha256', 'is not', null)
      .where('damagedAt', 'is', null)
      .where('createdAt', '<', before)
      .where((is) => is.or(extensions.map((extension) => is('fileName', 'ilike', `%.${extension}`))))
      .where(sql<boolean>`coalesce((${sql.ref(column)} ->> 'maker')::int, 0) <> ${maker}`)
      .where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    const payloads = files.map((file) => ({ fileId: file.id }))
    await queue.enqueueAll(db, job, payloads)
    return cursorAfter(files)
  })
}
