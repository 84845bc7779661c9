import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '#domain/accounts.ts'
import { SYSTEM } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { hashPassword } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

/**
 * Makes a member of staff unless the address is known; answers whether it did.
 * An existing account is left as it is: its password and role are its owner's and staff's to change. The password stands in
 * a file or a history, so its owner has to choose another at his first login, but for development.
 */
export async function ensureAdmin(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  input: { email: string; password: string; fullName: string },
): Promise<boolean> {
  const email = normalizeEmail(input.email)
  if (await findUserByEmail(deps.db, email)) return false
  refuseWeakPassword(input.password, { field: 'ADMIN_PASSWORD', own: input })
  const passwordHash = await hashPassword(input.password)
  const at = deps.now()
  const id = randomUUID()
  return deps.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('users')
      .values({
        id,
        email,
        fullName: input.fullName.trim(),
        passwordHash,
        role: 'ADMIN',
        status: 'APPROVED',
        projectTypes: [],
        message: null,
        confirmedAt: at,
        createdAt: at,
        mustChangePassword: deps.config.mode !== 'development',
      })
      // Another process that starts at the same time was first.
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return false
    await audit(trx, SYSTEM, { at, action: 'account.admin-made', subject: `user:${id}` })
    return true
  })
}
