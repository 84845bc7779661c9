import { PURGE_AFTER_MS } from '#domain/deletions.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { findSubject, type Subject } from './find-subject.ts'
import { deletionOf } from './queries.ts'

type Changing = Pick<Deps, 'db' | 'now'>

/** Has it removed in 30 days; until then it can be taken back. Repeating it changes nothing. */
export const deleteSubject = (deps: Changing, actor: Actor, subject: Subject): Promise<{ purgeOn: string }> =>
  deps.db.transaction().execute(async (trx) => {
    const { kind, id, name, ownerId, auditSubject } = await findSubject(trx, actor, subject)
    const before = await deletionOf(trx, subject)
    if (before?.purgeOn && before.askedBy !== null) return { purgeOn: before.purgeOn.toISOString() }
    const at = deps.now()
    const purgeOn = new Date(at.getTime() + PURGE_AFTER_MS)
    const asked = { ownerId, askedBy: actor.userId, askedAt: at, purgeOn, reminded: false }
    await trx
      .insertInto('deletions')
      .values({ kind, subjectId: id, ...asked })
      .onConflict((conflict) => conflict.columns(['kind', 'subjectId']).doUpdateSet(asked))
      .execute()
    const after = { kind, name, purgeOn: purgeOn.toISOString() }
    await audit(trx, actor, { at, action: 'deletion.asked', subject: auditSubject, after })
    return { purgeOn: purgeOn.toISOString() }
  })

/** Takes it back, also what would be removed because the time to keep raw images is over: it is kept from then on. */
export const restoreSubject = (deps: Changing, actor: Actor, subject: Subject): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const { kind, id, name, auditSubject } = await findSubject(trx, actor, subject)
    const deletion = await deletionOf(trx, subject)
    if (!deletion?.purgeOn) return
    const at = deps.now()
    // A removal may have begun.
    if (deletion.purgeOn <= at) throw new AppError('conflict', 'The time in which it could be taken back is over')
    const row = trx.updateTable('deletions').where('kind', '=', kind).where('subjectId', '=', id)
    if (deletion.askedBy === null) await row.set({ purgeOn: null }).execute()
    else await trx.deleteFrom('deletions').where('kind', '=', kind).where('subjectId', '=', id).execute()
    await audit(trx, actor, { at, action: 'deletion.taken-back', subject: auditSubject, after: { kind, name } })
  })
