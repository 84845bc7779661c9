import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Schema, User } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'

export const sessionEnded = (): AppError =>
  new AppError('unauthenticated', 'Your session has ended. Please log in again.')

export function wrongCurrentPassword(): AppError {
  const message = 'This is not your current password'
  return new AppError('invalid', message, { errors: [{ field: 'currentPassword', message }] })
}

/**
 * The current account, locked until the transaction ends. Every transaction that opens or ends sessions starts with this. So a
 * session is opened either before such a change, which ends it, or after it, and sees the change.
 */
export const lockAccount = (trx: Kysely<Schema>, userId: string): Promise<User | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()

/**
 * A change of the caller's own account after slow work: the account is locked and checked again. `proven` is the hash of the
 * password that the caller has proven to know. @throws AppError when their session has ended meanwhile, or the password has
 * changed.
 */
export const changeOwnAccount = <T>(
  deps: Pick<Deps, 'db'>,
  { actor, proven }: { actor: Actor; proven?: string },
  change: (trx: Kysely<Schema>) => Promise<T>,
): Promise<T> =>
  deps.db.transaction().execute(async (trx) => {
    const user = await lockAccount(trx, actor.userId)
    const session = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', actor.sessionId)
      .where('userId', '=', actor.userId)
      .where('endedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user || !session) throw sessionEnded()
    if (proven !== undefined && proven !== user.passwordHash) throw wrongCurrentPassword()
    return change(trx)
  })
