import { z } from 'zod'
import { FLIGHT_FILE_KINDS } from '#domain/trials.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { defineJob } from '../../../adapters/queue/queue.ts'
import { turnsOfTrials, WAITING_MAX } from '../turns-of-trials.ts'

const payload = z.object({
  measurementId: z.string(),
  /** Null is all flights. */
  flightId: z.string().nullable(),
  kind: z.enum(FLIGHT_FILE_KINDS),
  trait: z.string().nullable(),
})
type Payload = z.infer<typeof payload>

export const subjectOf = ({ measurementId, flightId, kind, trait }: Payload): string =>
  [measurementId, flightId ?? 'all', kind, ...(trait === null ? [] : [trait])].join(' ')

export const flightFileJob = defineJob({
  name: 'write-flight-file',
  payload,
  lane: 'traits',
  turnsOf: turnsOfTrials('measurements', ({ measurementId }) => measurementId),
  waitingMax: WAITING_MAX,
  subject: { of: subjectOf, whileRunning: 'ignore' },
  retry: { attempts: 2, firstDelaySeconds: 1 },
  isTracked: true,
})

/** Files of a measurement that are waited for or being made. */
export const workOnFiles = (db: Database, measurementId: string) =>
  db
    .selectFrom('work')
    .select('subject')
    .where('kind', '=', flightFileJob.name)
    .where('subject', 'like', `${measurementId} %`)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
