import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { takeHit, tooMany } from '../../limits.ts'
import { postLetter } from '../letters/post-letter.ts'
import { passwordChangedLetter } from './letters.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { endSessions } from './queries.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

const TRIES = [{ max: 10, perSeconds: 900 }]

/** Sets a new password, given the current one, and ends every other session of the account. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const waitSeconds = await deps.db
    .transaction()
    .execute((trx) => takeHit(trx, `password:${actor.userId}`, { limits: TRIES, now: deps.now() }))
  if (waitSeconds > 0) throw tooMany('Too many attempts. Try again later.', waitSeconds)

  const { passwordHash } = await deps.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (!(await passwordMatches(passwordHash, input.currentPassword))) {
    const message = 'This is not your current password'
    throw new AppError('invalid', message, { errors: [{ field: 'currentPassword', message }] })
  }
  refuseWeakPassword(input.newPassword, { field: 'newPassword', own: actor })
  const newHash = await hashPassword(input.newPassword)
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ passwordHash: newHash }).where('id', '=', actor.userId).execute()
    await endSessions(trx, { userId: actor.userId, except: actor.sessionId, at })
    await postLetter(trx, deps, { to: actor.email, ...passwordChangedLetter(actor) })
    await audit(trx, actor, { at, action: 'account.password-changed', subject: `user:${actor.userId}` })
  })
}
