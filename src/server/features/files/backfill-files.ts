import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { FLIGHT_MAKER } from '#domain/flights.ts'
import { MAP_MAKER } from '#domain/maps.ts'
import { MODEL_MAKER } from '#domain/models.ts'
import { POINTS_MAKER } from '#domain/point-clouds.ts'
import { hours } from '#domain/units.ts'
import { defineJob, type Job } from '../../adapters/queue/queue.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { checkFileJob } from './check-file.ts'
import { describeFlightJob, hasAnswers, prepareMapJob, prepareModelJob, preparePointsJob } from './derived.ts'
import { type FileJobPayload, payloadOf } from './file-job.ts'

type BackfillDeps = Pick<Deps, 'db' | 'queue' | 'now'> & WithConfig<'virusScan'>
type Condition = RawBuilder<boolean>

export const backfillFilesJob = defineJob({ name: 'backfill-files', payload: z.object({}), schedule: '13 4 * * *' })

/** What people look at; products of runs are once they are attached. */
const SHOWN = sql<boolean>`kind in ('REPORT', 'OWN')`
const isOlder = (found: RawBuilder<number>, maker: number): Condition =>
  sql`sha256 is not null and coalesce(${found}, 0) <> ${maker}`
const foundMap = sql<number>`(select maker from maps where maps.file_id = files.id)`
/** What was found with other answers than those of now counts for nothing. */
const foundFlight = sql<number>`(select maker from flights, analyses
  where flights.file_id = files.id and analyses.id = files.analysis_id and ${hasAnswers})`

/** Each is a query of its own, because each has its index. */
const LACKING: readonly (readonly [Job<FileJobPayload>, Condition])[] = [
  [checkFileJob, sql`sha256 is null`],
  [checkFileJob, sql`${SHOWN} and crc32 is null`],
  [checkFileJob, sql`${SHOWN} and preview is null`],
  [checkFileJob, sql`kind = 'ARCHIVE' and inspection is null`],
  [prepareMapJob, sql`${SHOWN} and ${isOlder(foundMap, MAP_MAKER)}`],
  [
    preparePointsJob,
    sql`${SHOWN} and (file_name ilike '%.las' or file_name ilike '%.laz') and ${isOlder(sql`(points ->> 'maker')::int`, POINTS_MAKER)}`,
  ],
  [
    prepareModelJob,
    sql`${SHOWN} and file_name ilike '%.glb' and ${isOlder(sql`(model ->> 'maker')::int`, MODEL_MAKER)}`,
  ],
  [describeFlightJob, sql`kind = 'ARCHIVE' and ${isOlder(foundFlight, FLIGHT_MAKER)}`],
]

/** Enqueues what was not made of a file within a day, or by an older version, such as the scan of files from before there was a scanner. */
export async function backfillFiles(deps: BackfillDeps): Promise<void> {
  for (const [job, condition] of LACKING) await enqueueLacking(deps, job, condition)
  if (deps.config.virusScan) await enqueueLacking(deps, checkFileJob, sql`virus_scan is null`)
}

async function enqueueLacking(
  { db, queue, now }: BackfillDeps,
  job: Job<FileJobPayload>,
  condition: Condition,
): Promise<void> {
  const before = new Date(now().getTime() - hours(24))
  await inBatches({ createdAt: new Date(0), id: '' }, async ({ createdAt, id }) => {
    const files = await db
      .selectFrom('files')
      .select(['id', 'createdAt'])
      .where(condition)
      .where('damagedAt', 'is', null)
      .where('createdAt', '<', before)
      .where(sql<boolean>`(created_at, id) > (${createdAt}, ${id})`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    await queue.enqueueAll(db, job, files.map(payloadOf))
    return cursorAfter(files)
  })
}
