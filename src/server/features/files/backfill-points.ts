import { z } from 'zod'
import { POINTS_MAKER } from '#domain/point-clouds.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { preparePointsJob } from './derived.ts'
import { enqueueUnprepared, makerOf } from './enqueue-unprepared.ts'

export const backfillPointsJob = defineJob({ name: 'backfill-points', payload: z.object({}), schedule: '33 4 * * *' })

/** Has point clouds thinned that were not, or by an older version. */
export const backfillPoints = (deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> =>
  enqueueUnprepared(deps, {
    job: preparePointsJob,
    kind: 'REPORT',
    found: makerOf('points'),
    maker: POINTS_MAKER,
    extensions: ['las', 'laz'],
  })
