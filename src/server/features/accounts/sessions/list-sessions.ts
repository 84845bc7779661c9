import type { OpenSession } from '#contract/accounts.ts'
import { sessionEndsAt } from '#domain/accounts.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'

/** A person's open sessions, most recently used first. `sessionId` is the caller's current session, if it is one of theirs. */
export async function listSessions(
  deps: Pick<Deps, 'db' | 'now'>,
  person: Pick<Actor, 'userId' | 'role'> & { sessionId?: string },
): Promise<OpenSession[]> {
  const sessions = await deps.db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', person.userId)
    .where('endedAt', 'is', null)
    .orderBy('usedAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  const now = deps.now()
  const open = sessions.filter((session) => sessionEndsAt({ ...session, role: person.role }) > now)
  return open.map((session) => ({
    sessionId: session.id,
    startedTime: session.createdAt.toISOString(),
    usedTime: session.usedAt.toISOString(),
    device: session.device,
    address: session.address,
    current: session.id === person.sessionId,
  }))
}
