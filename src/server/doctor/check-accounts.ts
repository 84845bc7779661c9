import type { Database } from '../adapters/db/schema.ts'
import type { Config } from '../config/config.ts'
import {
  describeUsableDemoAccounts,
  findUsableDemoAccounts,
  REMOVE_DEMO_ACCOUNTS,
} from '../features/accounts/demo/demo-accounts.ts'
import { belongsToCustomer, CHOOSE_ANOTHER_EMAIL } from '../features/accounts/ensure-admin.ts'
import { findUserByEmail } from '../features/accounts/queries.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Checks demo accounts and the account of ADMIN_EMAIL. */
export async function* checkAccounts(
  { mode, admin }: Pick<Config, 'mode' | 'admin'>,
  db: Database,
): AsyncGenerator<Finding> {
  if (mode === 'production') {
    const open = await findUsableDemoAccounts(db)
    yield open.length > 0
      ? fail(
          'demo accounts',
          `${describeUsableDemoAccounts(open)}; production does not start with them`,
          REMOVE_DEMO_ACCOUNTS,
        )
      : ok('demo accounts', 'no account has the development password')
  }
  if (!admin) return
  const user = await findUserByEmail(db, admin.email)
  yield user?.role === 'USER' && user.confirmedAt
    ? fail('first member of staff', `ADMIN_EMAIL ${belongsToCustomer(admin.email)}`, CHOOSE_ANOTHER_EMAIL)
    : ok('first member of staff', user?.role === 'ADMIN' ? 'the account exists' : 'the next start creates the account')
}
