import { z } from 'zod'
import { LOGIN_TRIES_LIFE_MS } from '#domain/limits.ts'
import { days } from '#domain/units.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

/** As long as the longest window of a limit. */
const HITS_LIFE_MS = days(1)

export const forgetLimitsJob = defineJob({ name: 'forget-limits', payload: z.object({}), schedule: '47 * * * *' })

/** Removes what no limit counts any more. */
export async function forgetLimits({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  await db.deleteFrom('limitHits').where('at', '<=', before(HITS_LIFE_MS)).execute()
  await db.deleteFrom('limitBuckets').where('fullAt', '<=', at).execute()
  await db.deleteFrom('loginTries').where('triedAt', '<=', before(LOGIN_TRIES_LIFE_MS)).execute()
}
