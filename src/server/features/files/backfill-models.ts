import { z } from 'zod'
import { MODEL_MAKER } from '#domain/models.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { prepareModelJob } from './derived.ts'
import { enqueueUnprepared, makerOf } from './enqueue-unprepared.ts'

export const backfillModelsJob = defineJob({ name: 'backfill-models', payload: z.object({}), schedule: '43 4 * * *' })

/** Has GLBs looked at that were not, or by an older version. */
export const backfillModels = (deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> =>
  enqueueUnprepared(deps, {
    job: prepareModelJob,
    kind: 'REPORT',
    found: makerOf('model'),
    maker: MODEL_MAKER,
    extensions: ['glb'],
  })
