import { sql } from 'kysely'
import type { Database } from '../../adapters/db/schema.ts'
import type { Turn } from '../../adapters/queue/turns.ts'
import { SMALL_BYTES } from '../files/file-job.ts'

/** Measurements, measured shifts and files of a customer, of each kind. */
export const WAITING_MAX = 100

/** Work on a trial, of a row of `table`, takes its turn among that of its customer. It is small when all its maps are. */
export const turnsOfTrials =
  <Payload>(table: 'measurements' | 'shift_runs', idOf: (payload: Payload) => string) =>
  (db: Database, payloads: readonly Payload[]): Promise<Turn[]> =>
    readOrders(db, table, payloads.map(idOf))

async function readOrders(db: Database, table: 'measurements' | 'shift_runs', ids: readonly string[]): Promise<Turn[]> {
  const { rows } = await sql<{ id: string; owner: string; isSmall: boolean }>`
    select of.id, trials.account_id as owner, coalesce(sum(files.bytes), 0) <= ${SMALL_BYTES} as is_small
    from ${sql.table(table)} of join trials on trials.id = of.trial_id
      left join trial_flights on trial_flights.trial_id = trials.id
      left join used_layers on used_layers.flight_id = trial_flights.id
      left join files on files.id = used_layers.file_id
    where of.id = any(${ids}) group by 1, 2`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? { owner: null, isSmall: true })
}
