import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/api.ts'
import type { Schema, ShiftRun } from '../../../adapters/db/schema.ts'
import { progressOf } from '../../../adapters/queue/work.ts'
import { measureShiftsJob } from './measure-shifts-job.ts'

type Run = NonNullable<ReplyOf<'listShifts'>['data']['run']>

const LOST = 'It could not be finished. Measure shifts again; what is done is kept.'

/** The newest measuring of shifts of a trial. */
export const loadShiftRun = (db: Kysely<Schema>, trialId: string): Promise<ShiftRun | undefined> =>
  db.selectFrom('shiftRuns').selectAll().where('trialId', '=', trialId).executeTakeFirst()

export const isUnended = ({ state }: Pick<ShiftRun, 'state'>): boolean => state === 'QUEUED' || state === 'RUNNING'

/** How far it is. One whose job was given up has failed, although nothing could record that. */
export async function presentShiftRun(db: Kysely<Schema>, run: ShiftRun): Promise<Run> {
  const { state, reason, referenceId: referenceFlightId } = run
  if (!isUnended(run)) return { state, reason, referenceFlightId, fraction: state === 'DONE' ? 1 : 0 }
  const work = await progressOf(db, measureShiftsJob, run.id)
  if (!work || work.endedAt) return { state: 'FAILED', reason: LOST, referenceFlightId, fraction: 0 }
  return { state, reason: null, referenceFlightId, fraction: Math.min(1, Math.max(0, work.fraction)) }
}
