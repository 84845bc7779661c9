import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { takeHit, tooMany } from '../../limits.ts'
import { passwordMatches } from './passwords.ts'

const TRIES = [{ max: 10, perSeconds: 900 }]

/** Whoever sits down at somebody's open session does not know his password. @throws AppError under the field `currentPassword` */
export async function proveCurrentPassword(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { currentPassword }: { currentPassword: string },
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
  if (await passwordMatches(passwordHash, currentPassword)) return
  const message = 'This is not your current password'
  throw new AppError('invalid', message, { errors: [{ field: 'currentPassword', message }] })
}
