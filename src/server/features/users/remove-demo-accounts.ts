import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { SYSTEM } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { findUsableDemoAccounts, type OpenDemoAccount } from '../accounts/demo/demo-accounts.ts'
import { hashPassword } from '../accounts/passwords/password-hash.ts'
import { endSessions, removeSecondFactor } from '../accounts/queries.ts'
import { cancelUploadsOf } from '../uploads/cancel-upload.ts'

type Removal = { email: string; outcome: 'deleted' | 'closed' | 'changed meanwhile' }

/**
 * Deletes every demo account that the printed password opens. One with a history, which other rows refer to, is closed
 * permanently instead. An account with another password belongs to a person by now, and is not changed.
 */
export async function removeDemoAccounts(deps: Pick<Deps, 'db' | 'now' | 'queue'>): Promise<Removal[]> {
  const removals: Removal[] = []
  for (const account of await findUsableDemoAccounts(deps.db)) {
    // A random password, which is not stored anywhere.
    const unknownHash = await hashPassword(randomBytes(32).toString('base64url'))
    const outcome = await deps.db.transaction().execute((trx) => removeOne(trx, deps, { account, unknownHash }))
    removals.push({ email: account.email, outcome })
  }
  return removals
}

async function removeOne(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { account, unknownHash }: { account: OpenDemoAccount; unknownHash: string },
): Promise<Removal['outcome']> {
  const { id, email, fullName, passwordHash } = account
  const held = await trx
    .selectFrom('users')
    .select(['status', 'version'])
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return 'changed meanwhile'
  const entry = { at: deps.now(), subject: `user:${id}` }
  if (!(await hasHistory(trx, id))) {
    await trx.deleteFrom('users').where('id', '=', id).execute()
    await audit(trx, SYSTEM, { ...entry, action: 'account.demo-deleted', before: { fullName, email } })
    return 'deleted'
  }
  await trx
    .updateTable('users')
    .set({ passwordHash: unknownHash, status: 'REJECTED', version: held.version + 1 })
    .where('id', '=', id)
    .execute()
  await endSessions(trx, { userId: id, at: entry.at })
  await removeSecondFactor(trx, id)
  await trx.deleteFrom('codes').where('userId', '=', id).execute()
  await cancelUploadsOf(trx, deps, { userId: id, caller: SYSTEM })
  const [before, after] = [{ status: held.status }, { status: 'REJECTED' }]
  await audit(trx, SYSTEM, { ...entry, action: 'account.demo-closed', before, after })
  return 'closed'
}

/** Requests, uploads, reports, and log entries of their actions: without the account these would name no person. */
async function hasHistory(trx: Kysely<Schema>, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from analyses where user_id = ${id})
      or exists (select from uploads where user_id = ${id})
      or exists (select from reports where updated_by = ${id})
      or exists (select from audit where actor_id = ${id} and subject <> ${`user:${id}`}) as found
  `.execute(trx)
  return rows[0]?.found ?? true
}
