import type { ReplyOf } from '#contract/api.ts'
import { recordedColumn } from '#imagery/plot-values/recorded-traits.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { loadTrial } from '../queries.ts'
import { selectOwnColumns } from './recorded-columns.ts'

export async function listOwnColumns(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<ReplyOf<'listOwnColumns'>['data']> {
  await loadTrial(db, actor, trialId)
  const rows = await selectOwnColumns(db, trialId)
  return rows.map(({ columnId, author, changedAt, ...column }) => ({
    columnId,
    ...column,
    type: recordedColumn(column).type,
    author: author ?? '',
    changedTime: changedAt.toISOString(),
  }))
}
