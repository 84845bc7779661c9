import { z } from 'zod'
import { FLIGHT_MAKER } from '#domain/flights.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { describeFlightJob } from '../files/derived.ts'
import { enqueueUnprepared, makerIn } from '../files/enqueue-unprepared.ts'

export const backfillFlightsJob = defineJob({ name: 'backfill-flights', payload: z.object({}), schedule: '53 4 * * *' })

/** Has the photos of archives looked at that were not, or by an older version. */
export const backfillFlights = (deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> =>
  enqueueUnprepared(deps, { job: describeFlightJob, kind: 'ARCHIVE', found: makerIn('flights'), maker: FLIGHT_MAKER })
