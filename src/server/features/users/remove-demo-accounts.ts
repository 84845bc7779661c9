import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { SYSTEM } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { findUsableDemoAccounts, type UsableDemoAccount } from '../accounts/demo/demo-accounts.ts'
import { hashPassword } from '../accounts/passwords/password-hash.ts'
import { endSessions, removeSecondFactor } from '../accounts/queries.ts'
import { cancelUploadsOf } from '../uploads/cancel-upload.ts'

type Removal = { email: string; outcome: 'deleted' | 'closed' | 'changed meanwhile' }

/**
 * Deletes every demo account that still has the published password. One with a history, to which other rows refer, is closed
 * permanently instead. An account with another password is in real use by now, and is kept.
 */
export async function removeDemoAccounts(deps: Pick<Deps, 'db' | 'now' | 'queue'>): Promise<Removal[]> {
  const removals: Removal[] = []
  for (const account of await findUsableDemoAccounts(deps.db)) {
    // The random password is discarded, so it can't be used to log in.
    const unusableHash = await hashPassword(randomBytes(32).toString('base64url'))
    const outcome = await deps.db.transaction().execute((trx) => removeOne(trx, deps, { account, unusableHash }))
    removals.push({ email: account.email, outcome })
  }
  return removals
}

async function removeOne(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { account, unusableHash }: { account: UsableDemoAccount; unusableHash: string },
): Promise<Removal['outcome']> {
  const { id, email, fullName, passwordHash } = account
  const locked = await trx
    .selectFrom('users')
    .select(['status', 'version'])
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return 'changed meanwhile'
  const entry = { at: deps.now(), subject: `user:${id}` }
  if (!(await hasHistory(trx, id))) {
    await trx.deleteFrom('users').where('id', '=', id).execute()
    await audit(trx, SYSTEM, { ...entry, action: 'account.demo-deleted', before: { fullName, email } })
    return 'deleted'
  }
  await trx
    .updateTable('users')
    .set({ passwordHash: unusableHash, status: 'REJECTED', version: locked.version + 1 })
    .where('id', '=', id)
    .execute()
  await endSessions(trx, { userId: id, at: entry.at })
  await removeSecondFactor(trx, id)
  await trx.deleteFrom('codes').where('userId', '=', id).execute()
  await cancelUploadsOf(trx, deps, { accountId: id, caller: SYSTEM })
  const [before, after] = [{ status: locked.status }, { status: 'REJECTED' }]
  await audit(trx, SYSTEM, { ...entry, action: 'account.demo-closed', before, after })
  return 'closed'
}

/** Requests, trials, uploads, reports or audit entries refer to the account. Without it they would have no name. */
async function hasHistory(trx: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from analyses where account_id = ${id})
      or exists (select from analyses where assignee_id = ${id})
      or exists (select from uploads where user_id = ${id})
      or exists (select from trials where account_id = ${id})
      or exists (select from reports where updated_by = ${id})
      or exists (select from audit where actor_id = ${id} and subject <> ${`user:${id}`}) as found
  `.execute(trx)
  return rows[0]?.found ?? true
}
