import { sql } from 'kysely'
import { z } from 'zod'
import { MAP_MAKER } from '#domain/maps.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { prepareMapJob } from '../files/derived.ts'
import { enqueueUnprepared } from '../files/enqueue-unprepared.ts'

export const backfillMapsJob = defineJob({ name: 'backfill-maps', payload: z.object({}), schedule: '23 4 * * *' })

const found = sql<number | null>`(select maker from maps where maps.file_id = files.id)`

/** Has report files looked at as maps that were not, or by an older version. */
export const backfillMaps = (deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> =>
  enqueueUnprepared(deps, { job: prepareMapJob, kind: 'REPORT', found, maker: MAP_MAKER })
