import { z } from 'zod'
import { RUN_TRIES_MAX } from '#domain/processing.ts'
import { defineJob } from '../../adapters/queue/queue.ts'

/** Works on a run until it ends. The run counts how often that is tried; the queue's own count only has to be higher. */
export const processRunJob = defineJob({
  name: 'process-run',
  payload: z.object({ runId: z.string() }),
  lane: 'engines',
  subject: { of: ({ runId }) => runId, whileRunning: 'ignore' },
  retry: { attempts: 4 * RUN_TRIES_MAX, firstDelaySeconds: 15 },
})

/** Lets the engines take up what waits for them. */
export const startRunsJob = defineJob({
  name: 'start-runs',
  payload: z.object({}),
  schedule: '* * * * *',
  lane: 'engines',
  subject: { of: () => 'all', whileRunning: 'run-again' },
})

/** Lets an engine end and forget an attempt. Each is worked on, as they may know different things of it. */
export const discardRunJob = defineJob({
  name: 'discard-run',
  payload: z.object({ runId: z.string(), attempt: z.number(), remembered: z.string().nullable() }),
  lane: 'engines',
})
