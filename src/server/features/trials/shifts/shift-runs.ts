import type { ReplyOf } from '#contract/api.ts'
import type { Database, ShiftRun, Work } from '../../../adapters/db/schema.ts'
import { aheadOfWork } from '../../../adapters/queue/work.ts'

type ShiftRunRow = ShiftRun & Pick<Work, 'state' | 'fraction' | 'reason'> & { ahead: number | null }

/** The newest measuring of shifts of a trial, and where it stands. */
export const loadShiftRun = (db: Database, trialId: string): Promise<ShiftRunRow | undefined> =>
  db
    .selectFrom('shiftRuns')
    .innerJoin('work', 'work.id', 'shiftRuns.id')
    .selectAll('shiftRuns')
    .select(['work.state', 'work.fraction', 'work.reason', aheadOfWork.as('ahead')])
    .where('trialId', '=', trialId)
    .executeTakeFirst()

const LOST = 'It could not be finished. Measure shifts again; what is done is kept.'

export const presentShiftRun = ({
  state,
  fraction,
  ahead,
  reason,
  referenceId,
}: ShiftRunRow): ReplyOf<'listShifts'>['data']['run'] => ({
  state,
  fraction,
  ahead,
  reason: state === 'FAILED' ? (reason ?? LOST) : null,
  referenceFlightId: referenceId,
})
