import { z } from 'zod'
import { defineJob } from '../../../adapters/queue/queue.ts'

export const measureTrialJob = defineJob({
  name: 'measure-trial',
  payload: z.object({ measurementId: z.string() }),
  lane: 'traits',
  subject: { of: ({ measurementId }) => measurementId, whileRunning: 'ignore' },
  retry: { attempts: 5, firstDelaySeconds: 5 },
  isTracked: true,
})
