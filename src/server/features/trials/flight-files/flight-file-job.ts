import { z } from 'zod'
import { FLIGHT_FILE_KINDS } from '#domain/trials.ts'
import { defineJob } from '../../../adapters/queue/queue.ts'

const payload = z.object({
  measurementId: z.string(),
  flightId: z.string(),
  kind: z.enum(FLIGHT_FILE_KINDS),
  trait: z.string().nullable(),
})
type Payload = z.infer<typeof payload>

export const subjectOf = ({ measurementId, flightId, kind, trait }: Payload): string =>
  [measurementId, flightId, kind, ...(trait === null ? [] : [trait])].join(' ')

export const flightFileJob = defineJob({
  name: 'write-flight-file',
  payload,
  lane: 'traits',
  subject: { of: subjectOf, whileRunning: 'ignore' },
  retry: { attempts: 2, firstDelaySeconds: 1 },
  isTracked: true,
})
