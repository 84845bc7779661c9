import type { DeletionContents } from '#contract/deletions.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { findSubject, type Subject } from './find-subject.ts'
import { countContents, deletionOf } from './queries.ts'

/** What would go with it, by count and bytes. */
export const getDeletionContents = (
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  subject: Subject,
): Promise<DeletionContents> =>
  db.transaction().execute(async (trx) => {
    const { name, ownerId } = await findSubject(trx, actor, subject)
    const owner = await trx
      .selectFrom('users')
      .select('heldBecause')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow()
    const deletion = await deletionOf(trx, subject)
    return {
      name,
      purgeOn: deletion?.purgeOn?.toISOString() ?? null,
      isHeld: owner.heldBecause !== null,
      ...(await countContents(trx, subject)),
    }
  })
