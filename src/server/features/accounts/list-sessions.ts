import type { OpenSession } from '#contract/accounts.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { SESSION_LIFE_MS } from './tokens.ts'

/** Where a person is logged in, last used first. */
export async function listSessions(deps: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<OpenSession[]> {
  const sessions = await deps.db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', actor.userId)
    .where('endedAt', 'is', null)
    .where('createdAt', '>', new Date(deps.now().getTime() - SESSION_LIFE_MS))
    .orderBy('usedAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return sessions.map((session) => ({
    sessionId: session.id,
    startedTime: session.createdAt.toISOString(),
    usedTime: session.usedAt.toISOString(),
    device: session.device,
    address: session.address,
    current: session.id === actor.sessionId,
  }))
}
