import { z } from 'zod'
import { defineJob } from '../../../adapters/queue/queue.ts'

export const exampleTrialJob = defineJob({
  name: 'make-example-trial',
  payload: z.object({}),
  lane: 'traits',
  subject: { of: () => 'example', whileRunning: 'ignore' },
  retry: { attempts: 3, firstDelaySeconds: 30 },
})
