import type { QueuePolicy } from 'pg-boss'
import type { Job } from './queue.ts'

type Named = Pick<Job, 'name' | 'subject'>

export const policyOf = ({ subject }: Named): QueuePolicy => {
  if (!subject) return 'standard'
  return subject.whileRunning === 'ignore' ? 'exclusive' : 'stately'
}

/** pg-boss never changes the policy of a queue, so it is part of its name. */
export const queueOf = (job: Named): string => (job.subject ? `${job.name}/${policyOf(job)}` : job.name)
