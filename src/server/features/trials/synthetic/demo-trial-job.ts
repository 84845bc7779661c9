import { z } from 'zod'
import { defineJob } from '../../../adapters/queue/queue.ts'

export const demoTrialJob = defineJob({
  name: 'make-demo-trial',
  payload: z.object({ customerId: z.string(), staffId: z.string() }),
  lane: 'traits',
  retry: { attempts: 3, firstDelaySeconds: 5 },
})
