import { EXAMPLE_ACCOUNT } from '../../../access.ts'
import type { Deps } from '../../../deps.ts'
import { exampleTrialJob } from './example-trial-job.ts'

/** Has the example trial made, unless it is there. */
export const requestExampleTrial = ({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const measured = trx
      .selectFrom('trials')
      .innerJoin('measurements', 'measurements.trialId', 'trials.id')
      .select('trials.id')
      .where('trials.accountId', '=', EXAMPLE_ACCOUNT)
      .limit(1)
    if (!(await measured.executeTakeFirst())) await queue.enqueue(trx, exampleTrialJob, {})
  })
