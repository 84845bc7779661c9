import type { ValueType } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { studiesOf } from '../../trials/queries.ts'
import { idOfColumn } from '../own-variables.ts'

/** What an own column of it has. Without a type, values say it. */
export type OwnVariable = { name: string; unit: string | null; valueType: ValueType | null }

/** Those that were made by clients of the account, and those of own columns that the person may see, by id. */
export async function findOwnVariables(
  trx: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, OwnVariable>> {
  if (ids.length === 0) return new Map()
  const recorded = await trx
    .selectFrom('trialColumns')
    .select([idOfColumn.as('id'), 'name', 'unit', 'valueType'])
    .distinctOn(idOfColumn)
    .where('trialId', 'in', studiesOf(trx, actor).select('trials.id'))
    .where(idOfColumn, 'in', ids)
    .orderBy(idOfColumn)
    .orderBy('changedAt', 'desc')
    .execute()
  const made = await trx
    .selectFrom('ownVariables')
    .select(['id', 'name', 'unit', 'valueType'])
    .where('accountId', '=', actor.accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map([...recorded, ...made].map(({ id, ...variable }) => [id, variable]))
}
