import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'

/** While a customer has one, nothing that is theirs is removed for good. */
export const setLegalHold = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const heldBecause = reason.trim() || null
    await trx
      .updateTable('users')
      .set({ heldBecause })
      .where('id', '=', userId)
      .where('role', '=', 'USER')
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'Customer not found'))
    const action = heldBecause === null ? 'user.hold-ended' : 'user.held'
    await audit(trx, actor, { at: deps.now(), action, subject: `user:${userId}`, after: { reason: heldBecause } })
  })
