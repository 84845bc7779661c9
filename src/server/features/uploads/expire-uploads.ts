import { z } from 'zod'
import { UPLOAD_IDLE_LIFE_MS } from '#domain/uploads.ts'
import { SYSTEM } from '../../actor.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { giveUp } from './abandon-upload.ts'

export const expireUploadsJob = defineJob({ name: 'expire-uploads', payload: z.object({}), schedule: '17 * * * *' })

/** Gives up every upload that nobody has touched for 7 days. */
export async function expireUploads(deps: Pick<Deps, 'db' | 'now' | 'queue'>): Promise<void> {
  const idle = await deps.db
    .selectFrom('uploads')
    .select(['id', 'storageKey', 'analysisId'])
    .where('state', '=', 'OPEN')
    .where('touchedAt', '<', new Date(deps.now().getTime() - UPLOAD_IDLE_LIFE_MS))
    .execute()
  for (const upload of idle) await giveUp(deps, SYSTEM, upload)
}
