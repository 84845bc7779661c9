import type { Kysely } from 'kysely'
import { normalizeEmail } from '#domain/accounts.ts'
import type { Schema, User } from '../../adapters/db/schema.ts'

export const findUserByEmail = (db: Kysely<Schema>, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst()

/** Ends every session of a user that is still open. */
export async function endAllSessions(trx: Kysely<Schema>, userId: string, at: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
}
