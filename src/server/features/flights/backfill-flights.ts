import { sql } from 'kysely'
import { z } from 'zod'
import { FLIGHT_MAKER } from '#domain/flights.ts'
import { hours } from '#domain/units.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { describeFlightJob } from '../files/derived.ts'

export const backfillFlightsJob = defineJob({ name: 'backfill-flights', payload: z.object({}), schedule: '33 4 * * *' })

/** Enqueues archives whose photos were not looked at within a day, or by an older version. */
export async function backfillFlights({ db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const files = await db
      .selectFrom('files')
      .leftJoin('flights', 'flights.fileId', 'files.id')
      .select(['files.id', 'files.createdAt'])
      .where('files.kind', '=', 'ARCHIVE')
      .where('files.damagedAt', 'is', null)
      .where('files.createdAt', '<', before)
      .where((is) => is.or([is('flights.maker', 'is', null), is('flights.maker', '<>', FLIGHT_MAKER)]))
      .where(sql<boolean>`(files.created_at, files.id) > (${createdAt}, ${id})`)
      .orderBy('files.createdAt')
      .orderBy('files.id')
      .limit(BATCH_ROWS)
      .execute()
    await queue.enqueueAll(
      db,
      describeFlightJob,
      files.map((file) => ({ fileId: file.id })),
    )
    return cursorAfter(files)
  })
}
