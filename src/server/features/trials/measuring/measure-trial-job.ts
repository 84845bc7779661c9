import { z } from 'zod'
import { defineJob } from '../../../adapters/queue/queue.ts'
import { turnsOfTrials, WAITING_MAX } from '../turns-of-trials.ts'

export const measureTrialJob = defineJob({
  name: 'measure-trial',
  payload: z.object({ measurementId: z.string() }),
  lane: 'traits',
  turnsOf: turnsOfTrials('measurements', ({ measurementId }) => measurementId),
  waitingMax: WAITING_MAX,
  subject: { of: ({ measurementId }) => measurementId, whileRunning: 'ignore' },
  retry: { attempts: 5, firstDelaySeconds: 5 },
  isTracked: true,
  workId: ({ measurementId }) => measurementId,
})
