import { z } from 'zod'
import { hours } from '#domain/units.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { inspectArchiveJob } from './inspect-archive.ts'
import { payloadOf } from './queries.ts'
import { scanFileJob } from './scan-file.ts'

export const checkForgottenJob = defineJob({ name: 'check-forgotten', payload: z.object({}), schedule: '13 4 * * *' })

/** Asks once more for files that nobody has looked into after a day, as those that came before there was a scanner. */
export async function checkForgotten(deps: Pick<Deps, 'db' | 'queue' | 'now' | 'config'>): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const forgotten = trx
      .selectFrom('files')
      .select(['id', 'uploadId'])
      .where('createdAt', '<', new Date(deps.now().getTime() - hours(24)))
    const unseen = await forgotten.where('kind', '=', 'ARCHIVE').where('inspection', 'is', null).execute()
    for (const file of unseen) await deps.queue.enqueue(trx, inspectArchiveJob, payloadOf(file))
    if (!deps.config.virusScan) return
    const unscanned = await forgotten.where('virusScan', 'is', null).execute()
    for (const file of unscanned) await deps.queue.enqueue(trx, scanFileJob, payloadOf(file))
  })
}
