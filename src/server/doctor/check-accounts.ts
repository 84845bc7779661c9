import type { Kysely } from 'kysely'
import type { Schema } from '../adapters/db/schema.ts'
import type { Config } from '../config.ts'
import { inDemoWords, openDemoAccounts, REMOVE_DEMO_ACCOUNTS } from '../demo-accounts.ts'
import { belongsToCustomer, NAME_ANOTHER } from '../features/accounts/ensure-admin.ts'
import { findUserByEmail } from '../features/accounts/queries.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Checks demo accounts and the account of ADMIN_EMAIL. */
export async function* checkAccounts({ mode, admin }: Config, db: Kysely<Schema>): AsyncGenerator<Finding> {
  if (mode === 'production') {
    const open = await openDemoAccounts(db)
    yield open.length > 0
      ? fail('demo accounts', `${inDemoWords(open)}; production does not start like that`, REMOVE_DEMO_ACCOUNTS)
      : ok('demo accounts', 'the printed password of development opens none')
  }
  if (!admin) return
  const user = await findUserByEmail(db, admin.email)
  yield user?.role === 'USER' && user.confirmedAt
    ? fail('first member of staff', `ADMIN_EMAIL ${belongsToCustomer(admin.email)}`, NAME_ANOTHER)
    : ok('first member of staff', user?.role === 'ADMIN' ? 'the account is there' : 'the next start makes the account')
}
