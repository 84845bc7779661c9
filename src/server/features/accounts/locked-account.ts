import { AppError, errorAt } from '#domain/errors.ts'
import { type AccountRole, ONLY_OWNERS } from '#domain/memberships.ts'
import type { Actor } from '../../actor.ts'
import type { Database, User } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { lockMember } from '../../still-allowed.ts'

export const sessionEnded = (): AppError =>
  new AppError('unauthenticated', 'Your session has ended. Please log in again.')

export function wrongCurrentPassword(): AppError {
  return errorAt('currentPassword', 'This is not your current password')
}

/**
 * Locks the account until the transaction ends, and returns it. Everything that opens or ends its sessions calls this first.
 * So a session is opened either before such a change, which then ends it, or after it, with the change visible.
 */
export const lockAccount = (trx: Database, userId: string): Promise<User | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()

/**
 * Locks the account in which a person works, until the transaction ends, and returns what they may do there: changes of its
 * people come one after the other.
 */
export async function lockPeople(trx: Database, actor: Actor): Promise<AccountRole> {
  await lockAccount(trx, actor.accountId)
  return lockMember(trx, actor)
}

/** @throws AppError 'forbidden' */
export async function requireOwner(trx: Database, actor: Actor): Promise<void> {
  if ((await lockPeople(trx, actor)) !== 'owner') throw new AppError('forbidden', ONLY_OWNERS)
}

/**
 * Changes the caller's own account after slow work such as hashing: locks the account and checks it again.
 * `proven` is the hash of the password that the caller has entered correctly.
 * @throws AppError when the session has ended or the password has changed in the meantime.
 */
export const changeOwnAccount = <T>(
  deps: Pick<Deps, 'db'>,
  { actor, proven }: { actor: Actor; proven?: string },
  change: (trx: Database) => Promise<T>,
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
