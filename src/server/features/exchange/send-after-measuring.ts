import { isUnended } from '../../adapters/queue/work.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { connectionOf, newestExchange } from './queries.ts'
import { addExchange } from './start-exchange.ts'

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
    if (!trial || !connection?.sendsAfterMeasuring || connection.authorId === null) return
    const before = await newestExchange(trx, trial.id, 'push')
    if (before && isUnended(before)) return
    const { authorId } = connection
    await addExchange(trx, deps, {
      trialId: trial.id,
      direction: 'push',
      step: 'write',
      replaces: false,
      digest: null,
      authorId,
    })
  })
}
