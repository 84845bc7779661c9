import { type RawBuilder, sql } from 'kysely'
import { hours } from '#domain/units.ts'
import type { FileKind } from '../../adapters/db/schema.ts'
import type { Job } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'

type Unprepared = {
  job: Job<{ fileId: string }>
  kind: FileKind
  /** The version of what has looked at a file; null when nothing has. */
  found: RawBuilder<number | null>
  maker: number
  /** Of the names of its files; any when left out. */
  extensions?: readonly string[]
}

/** Of what a job records in a column of the file. */
export const makerOf = (column: 'points' | 'model'): Unprepared['found'] => sql`(${sql.ref(column)} ->> 'maker')::int`

/** Enqueues a job for files that have been read, and that it has not looked at within a day, or in an older version. */
export async function enqueueUnprepared(
  { db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>,
  { job, kind, found, maker, extensions }: Unprepared,
): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const unprepared = db
      .selectFrom('files')
      .select(['id', 'createdAt'])
      .where('kind', '=', kind)
      .where('sha256', 'is not', null)
      .where('damagedAt', 'is', null)
      .where('createdAt', '<', before)
      .where(sql<boolean>`coalesce(${found}, 0) <> ${maker}`)
      .where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(BATCH_ROWS)
    const named = extensions
      ? unprepared.where((is) => is.or(extensions.map((extension) => is('fileName', 'ilike', `%.${extension}`))))
      : unprepared
    const files = await named.execute()
    const payloads = files.map((file) => ({ fileId: file.id }))
    await queue.enqueueAll(db, job, payloads)
    return cursorAfter(files)
  })
}
