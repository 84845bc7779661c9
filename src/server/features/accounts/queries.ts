import { sql } from 'kysely'
import type { WorkingAccount } from '#contract/accounts.ts'
import type { Member } from '#contract/members.ts'
import { normalizeEmail } from '#domain/accounts.ts'
import { PEOPLE_MAX } from '#domain/memberships.ts'
import type { Database, User } from '../../adapters/db/schema.ts'

export const findUserByEmail = (db: Database, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst()

/** Ends all open sessions of a user, except the given one. Without an exception their API tokens end, too: none of them is trusted any more. */
export async function endSessions(
  trx: Database,
  { userId, except, at }: { userId: string; except?: string; at: Date },
): Promise<void> {
  let open = trx.updateTable('sessions').set({ endedAt: at }).where('userId', '=', userId).where('endedAt', 'is', null)
  if (except) open = open.where('id', '<>', except)
  await open.execute()
  if (except === undefined) await trx.deleteFrom('apiTokens').where('userId', '=', userId).execute()
}

/** Deletes the TOTP secret and the recovery codes. Returns whether the second factor was enabled. */
export async function removeSecondFactor(trx: Database, userId: string): Promise<boolean> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const removed = await trx
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return removed?.confirmedAt != null
}

/** The encrypted TOTP secret. Undefined without a second factor. */
export const activeSecret = async (db: Database, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('secondFactors')
      .select('secret')
      .where('userId', '=', userId)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst()
  )?.secret

/** In which a person goes on: an approved one, the last used of them. Null if they belong to none. */
export async function accountFor(db: Database, userId: string): Promise<string | null> {
  const last = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.accountId')
    .select('memberships.accountId')
    .where('memberships.userId', '=', userId)
    .orderBy(sql`status = 'APPROVED'`, 'desc')
    .orderBy('memberships.usedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.accountId ?? null
}

/** A column for queries on users: how their account is called. */
export const accountName = sql<string>`coalesce(users.organisation, users.full_name)`

/** Undefined for owners of their own account, who needn't know that there are others. */
export function workingAccount(userId: string, { accountId, name, role }: WorkingAccount): WorkingAccount | undefined {
  return accountId === userId && role === 'owner' ? undefined : { accountId, name, role }
}

/** The people of an account, owners first. */
export const membersOf = (db: Database, accountId: string): Promise<Member[]> =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['users.id as userId', 'users.fullName', 'users.email', 'memberships.role'])
    .where('accountId', '=', accountId)
    .orderBy(sql`array_position(array['owner', 'editor', 'viewer'], memberships.role)`)
    .orderBy('since')
    .limit(PEOPLE_MAX)
    .execute()
