import { sql } from 'kysely'
import { z } from 'zod'
import { FLIGHT_MAKER } from '#domain/flights.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { describeFlightJob } from '../files/derived.ts'
import { enqueueUnprepared } from '../files/enqueue-unprepared.ts'
import { hasAnswers } from './queries.ts'

export const backfillFlightsJob = defineJob({ name: 'backfill-flights', payload: z.object({}), schedule: '53 4 * * *' })

/** What was found with other answers than those of now counts for nothing. */
const found = sql<number | null>`(select maker from flights, analyses
  where flights.file_id = files.id and analyses.id = files.analysis_id and ${hasAnswers})`

/** Has the photos of archives looked at that were not, or by an older version. */
export const backfillFlights = (deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> =>
  enqueueUnprepared(deps, { job: describeFlightJob, kind: 'ARCHIVE', found, maker: FLIGHT_MAKER })
