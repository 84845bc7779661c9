import type { OpenSession } from '#contract/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'
import { listSessions } from '../accounts/sessions/list-sessions.ts'

/** A user's sessions, for staff. */
export async function listUserSessions(
  deps: Pick<Deps, 'db' | 'now'>,
  { userId }: { userId: string },
): Promise<OpenSession[]> {
  const user = await deps.db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('not-found', 'User not found')
  return listSessions(deps, { userId, role: user.role })
}
