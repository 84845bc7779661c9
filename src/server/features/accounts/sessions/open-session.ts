import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import { accountFor } from '../queries.ts'

/** Call this with the account locked. */
export async function openSession(
  trx: Database,
  caller: Caller,
  { userId, at }: { userId: string; at: Date },
): Promise<{ id: string; generation: number; accountId: string | null }> {
  const session = { id: randomUUID(), generation: 1, accountId: await accountFor(trx, userId) }
  const { device, address } = caller
  await trx
    .insertInto('sessions')
    .values({ ...session, userId, createdAt: at, usedAt: at, endedAt: null, device, address })
    .execute()
  await audit(trx, { ...caller, userId }, { at, action: 'session.opened', subject: `user:${userId}` })
  return session
}
