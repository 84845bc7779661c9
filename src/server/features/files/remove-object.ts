import { z } from 'zod'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

/** For twelve days: what was removed must not stay because a store was away. */
export const REMOVAL_RETRY = { attempts: 300, firstDelaySeconds: 1 }

/** Enqueued with what makes an object useless, so that no crash leaves its bytes behind. */
export const removeObjectJob = defineJob({
  name: 'remove-object',
  payload: z.object({ key: z.string() }),
  retry: REMOVAL_RETRY,
})

export const removeObject = ({ storage }: Pick<Deps, 'storage'>, object: { key: string }): Promise<void> =>
  storage.remove(object)
