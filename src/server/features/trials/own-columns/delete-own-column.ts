import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { requireNoHold } from '../../../legal-hold.ts'
import { lockTrial, readableTrials } from '../queries.ts'

const columnNotFound = (): AppError => new AppError('not-found', 'Column not found')

export async function deleteOwnColumn(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { columnId }: { columnId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const visible = readableTrials(trx, actor).select('trials.id')
    const column = await trx
      .selectFrom('trialColumns')
      .select(['trialId', 'name', 'takenOn'])
      .where('id', '=', columnId)
      .where('trialId', 'in', visible)
      .executeTakeFirstOrThrow(columnNotFound)
    const { trialId, name, takenOn } = column
    const { accountId } = await lockTrial(trx, actor, trialId)
    await requireNoHold(trx, accountId)
    const { numDeletedRows } = await trx.deleteFrom('trialColumns').where('id', '=', columnId).executeTakeFirst()
    if (numDeletedRows === 0n) throw columnNotFound()
    const before = { name, ...(takenOn !== null && { takenOn }) }
    await audit(trx, actor, { at: deps.now(), action: 'trial.column-deleted', subject: `trial:${trialId}`, before })
  })
}
