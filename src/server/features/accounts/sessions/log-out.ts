import type { Caller } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { readRefreshToken } from './tokens.ts'

/** Ends the session of a refresh token of any generation. Unknown tokens change nothing. */
export async function logOut(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  caller: Caller,
  input: { refreshToken: string },
): Promise<void> {
  const token = readRefreshToken(deps, input.refreshToken)
  if (!token) return
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const session = await trx
      .updateTable('sessions')
      .set({ endedAt: at })
      .where('id', '=', token.sessionId)
      .where('endedAt', 'is', null)
      .returning('userId')
      .executeTakeFirst()
    if (session)
      await audit(
        trx,
        { ...caller, userId: session.userId },
        { at, action: 'session.ended', subject: `user:${session.userId}` },
      )
  })
}
