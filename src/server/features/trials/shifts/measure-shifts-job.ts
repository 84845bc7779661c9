import { z } from 'zod'
import { defineJob } from '../../../adapters/queue/queue.ts'
import { turnsOfTrials, WAITING_MAX } from '../turns-of-trials.ts'

export const measureShiftsJob = defineJob({
  name: 'measure-shifts',
  payload: z.object({ runId: z.string() }),
  lane: 'traits',
  turnsOf: turnsOfTrials('shift_runs', ({ runId }) => runId),
  waitingMax: WAITING_MAX,
  subject: { of: ({ runId }) => runId, whileRunning: 'ignore' },
  retry: { attempts: 5, firstDelaySeconds: 5 },
  isTracked: true,
  workId: ({ runId }) => runId,
})
