import { z } from 'zod'
import { type EngineName, RUN_TRIES_MAX } from '#domain/processing.ts'
import { defineJob, type Job } from '../../adapters/queue/queue.ts'

type RunJob = Job<{ runId: string }>

/** Works on a run until it ends. The run counts how often that is tried; the queue's own count only has to be higher. */
const runJob = ({ name, lane }: { name: string; lane: 'engines' | 'farm' }): RunJob =>
  defineJob({
    name,
    lane,
    payload: z.object({ runId: z.string() }),
    subject: { of: ({ runId }) => runId, whileRunning: 'ignore' },
    retry: { attempts: 4 * RUN_TRIES_MAX, firstDelaySeconds: 15 },
  })

/** One for each engine: runs that wait for a farm for hours hold up no preview. */
export const RUN_JOBS: Record<EngineName, RunJob> = {
  farm: runJob({ name: 'process-farm-run', lane: 'farm' }),
  preview: runJob({ name: 'process-run', lane: 'engines' }),
}

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
