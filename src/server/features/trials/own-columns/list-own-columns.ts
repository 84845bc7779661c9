import type { ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { authorName, loadTrial } from '../queries.ts'

export async function listOwnColumns(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<ReplyOf<'listOwnColumns'>['data']> {
  await loadTrial(db, actor, trialId)
  const rows = await db
    .selectFrom('trialColumns')
    .selectAll()
    .select(authorName.as('author'))
    .where('trialId', '=', trialId)
    .orderBy('name')
    .orderBy('takenOn')
    .execute()
  return rows.map(({ id, name, unit, takenOn, author, changedAt, plotValues }) => ({
    columnId: id,
    name,
    unit,
    takenOn,
    author: author ?? '',
    changedTime: changedAt.toISOString(),
    values: Object.entries(plotValues).map(([plotId, value]) => ({ plotId, value })),
  }))
}
