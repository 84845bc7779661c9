import type { Database } from '../../adapters/db/schema.ts'
import { isUnended } from '../../adapters/queue/work.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { type Connection, connectionOf, newestExchange } from './queries.ts'
import { addExchange, NOTHING } from './start-exchange.ts'

/** Sends what is new to the study of a trial that was measured, where its people wanted that. Values that are there already stay. */
export async function sendAfterMeasuring(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'breedingDatabases'>,
  { measurementId }: { measurementId: string },
): Promise<void> {
  if (deps.config.breedingDatabases === 'off') return
  await deps.db.transaction().execute(async (trx) => {
    const trial = await trx
      .selectFrom('trials')
      .select('id')
      .where('id', 'in', trx.selectFrom('measurements').select('trialId').where('id', '=', measurementId))
      .forUpdate()
      .executeTakeFirst()
    const connection = trial && (await connectionOf(trx, trial.id))
    if (!trial || !connection?.sendsAfterMeasuring) return
    const before = await newestExchange(trx, trial.id, 'push')
    // A database that doesn't keep values as they are would get them again and again.
    if (before?.report?.written && before.report.written.kept < before.report.written.sent) return
    if (before && isUnended(before)) {
      await trx.updateTable('exchanges').set({ followsUp: true }).where('id', '=', before.id).execute()
      return
    }
    await sendNew(trx, deps, connection)
  })
}

/** What was measured while an exchange ran is sent after it. */
export async function followUp(deps: Pick<Deps, 'db' | 'now' | 'queue'>, exchangeId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const exchange = await trx
      .selectFrom('exchanges')
      .select('trialId')
      .where('id', '=', exchangeId)
      .where('followsUp', '=', true)
      .forUpdate()
      .executeTakeFirst()
    const connection = exchange && (await connectionOf(trx, exchange.trialId))
    if (connection?.sendsAfterMeasuring) await sendNew(trx, deps, connection)
  })
}

/** In the name of the person who wanted that, as long as they are there. */
async function sendNew(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { trialId, authorId }: Pick<Connection, 'trialId' | 'authorId'>,
): Promise<void> {
  if (authorId === null) return
  const order = { direction: 'push', step: 'write', replaces: false } as const
  await addExchange(trx, deps, { trialId, ...order, ...NOTHING, authorId })
}
