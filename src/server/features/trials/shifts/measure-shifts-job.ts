import { z } from 'zod'
import { defineJob } from '../../../adapters/queue/queue.ts'

export const measureShiftsJob = defineJob({
  name: 'measure-shifts',
  payload: z.object({ runId: z.string() }),
  lane: 'traits',
  subject: { of: ({ runId }) => runId, whileRunning: 'ignore' },
  retry: { attempts: 5, firstDelaySeconds: 5 },
  isTracked: true,
})
