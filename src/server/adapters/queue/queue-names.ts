import type { QueuePolicy } from 'pg-boss'
import type { Job } from './queue.ts'

/**
 * pg-boss never changes the policy of a queue, so it is part of its name. The version before knew no subjects: it enqueues
 * into the queue with the plain name, which is worked as well.
 */
export function queuesOf({ name, subject }: Pick<Job, 'name' | 'subject'>): { queue: string; policy: QueuePolicy }[] {
  const plain = { queue: name, policy: 'standard' }
  if (!subject) return [plain]
  const policy = subject.whileRunning === 'ignore' ? 'exclusive' : 'stately'
  return [{ queue: `${name}/${policy}`, policy }, plain]
}

export const queueOf = (job: Pick<Job, 'name' | 'subject'>): string => queuesOf(job)[0]?.queue ?? job.name
