import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '#domain/accounts.ts'
import { SYSTEM } from '../../actor.ts'
import type { Database, User } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { assignProjects } from '../projects/assign-projects.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { rejectWeakPassword } from './passwords/weak-passwords.ts'
import { findUserByEmail } from './queries.ts'

/** What was done, or why nothing was. */
export type AdminOutcome = 'made' | 'made of a sign-up' | 'staff already' | 'a customer'

/** Reported at every start, by the command, and by `doctor`. */
export const belongsToCustomer = (email: string): string =>
  `${email} belongs to a customer, so no staff account was created.`
export const CHOOSE_ANOTHER_EMAIL = 'Use another address.'

/**
 * Creates a member of staff. An account with a confirmed address is not changed: its owner chooses the password, and staff
 * the role. An unconfirmed registration becomes the member of staff. The password comes from a file or a shell
 * history, so its owner must choose another at the first login, except in development.
 */
export async function ensureAdmin(
  deps: Pick<Deps, 'db' | 'now'> & WithConfig<'mode'>,
  input: { email: string; password: string; fullName: string },
): Promise<AdminOutcome> {
  const email = normalizeEmail(input.email)
  // Checked first, so that a start does not hash a password for nothing.
  const outcome = outcomeFor(await findUserByEmail(deps.db, email))
  if (outcome) return outcome
  rejectWeakPassword(input.password, { field: 'ADMIN_PASSWORD', own: input })
  const at = deps.now()
  const staff: Staff = {
    fullName: input.fullName.trim(),
    passwordHash: await hashPassword(input.password),
    role: 'ADMIN',
    status: 'APPROVED',
    message: null,
    organisation: null,
    confirmedAt: at,
    mustChangePassword: deps.config.mode !== 'development',
  }
  return deps.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('users')
      .values({ ...staff, id: randomUUID(), email, createdAt: at })
      // A registration, or another process that starts at the same time, was first.
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) {
      await audit(trx, SYSTEM, { at, action: 'account.admin-made', subject: `user:${made.id}` })
      return 'made'
    }
    return promote(trx, { email, staff })
  })
}

type Staff = Omit<User, 'id' | 'email' | 'createdAt' | 'version' | 'confirmedAt'> & { confirmedAt: Date }

/** Makes the locked account staff, if it is unconfirmed. */
async function promote(trx: Database, { email, staff }: { email: string; staff: Staff }): Promise<AdminOutcome> {
  const user = await trx
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const outcome = outcomeFor(user)
  if (outcome) return outcome
  await trx
    .updateTable('users')
    .set({ ...staff, version: user.version + 1 })
    .where('id', '=', user.id)
    .execute()
  await assignProjects(trx, { accountId: user.id, names: [], at: staff.confirmedAt })
  await removeCodes(trx, user.id)
  await audit(trx, SYSTEM, {
    at: staff.confirmedAt,
    action: 'account.admin-made',
    subject: `user:${user.id}`,
    before: { fullName: user.fullName, role: user.role },
    after: { fullName: staff.fullName, role: staff.role },
  })
  return 'made of a sign-up'
}

/** Undefined when a member of staff can be created. */
function outcomeFor(user: Pick<User, 'role' | 'confirmedAt'> | undefined): AdminOutcome | undefined {
  if (user?.role === 'ADMIN') return 'staff already'
  return user?.confirmedAt ? 'a customer' : undefined
}

/** Skips a code that is being redeemed right now: its transaction waits for our lock, and then changes nothing. */
const removeCodes = (trx: Database, userId: string) =>
  trx
    .deleteFrom('codes')
    .where('userId', '=', userId)
    .where('purpose', 'in', (codes) =>
      codes
        .selectFrom('codes as unlocked')
        .select('purpose')
        .where('unlocked.userId', '=', userId)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
