import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { normalizeEmail } from '#domain/accounts.ts'
import { REGISTRATIONS_OF_EMAIL } from '#domain/limits.ts'
import type { Caller } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { takeHit, tooMany } from '../../limits.ts'
import { refuseSearcher, tellTaken } from './known-emails.ts'
import { hashPassword } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

/** Opens an account, or replaces one whose address was never confirmed, and mails a code. */
export async function register(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue' | 'config'>,
  caller: Caller,
  input: { fullName: string; email: string; password: string },
): Promise<void> {
  const email = normalizeEmail(input.email)
  const fullName = input.fullName.trim().normalize('NFC')
  refuseWeakPassword(input.password, { field: 'password', own: { email, fullName } })
  await refuseSearcher(deps, caller)
  if ((await findUserByEmail(deps.db, email))?.confirmedAt) throw await tellTaken(deps, caller, email)
  const passwordHash = await hashPassword(input.password)
  const now = deps.now()

  const isNew = await deps.db.transaction().execute(async (trx) => {
    const user = await trx
      .insertInto('users')
      .values({
        id: randomUUID(),
        email,
        fullName,
        passwordHash,
        role: 'USER',
        status: 'PENDING',
        projectTypes: [],
        message: null,
        confirmedAt: null,
        createdAt: now,
      })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({ fullName, passwordHash }).where('users.confirmedAt', 'is', null),
      )
      .returning(['id', 'email', 'fullName'])
      .executeTakeFirst()
    if (!user) return false
    await countRegistration(trx, email, now)
    const waitSeconds = await sendCode(trx, deps, { user, purpose: 'CONFIRM' })
    if (waitSeconds > 0)
      throw tooMany(`A code was sent a moment ago. Wait ${waitSeconds} seconds, then try again.`, waitSeconds)
    await audit(
      trx,
      { ...caller, userId: user.id },
      { at: now, action: 'account.registered', subject: `user:${user.id}` },
    )
    return true
  })
  if (!isNew) throw await tellTaken(deps, caller, email)
}

async function countRegistration(trx: Kysely<Schema>, email: string, now: Date): Promise<void> {
  const waitSeconds = await takeHit(trx, `register:${email}`, { limits: [REGISTRATIONS_OF_EMAIL], now })
  if (waitSeconds > 0) throw tooMany('Too many attempts. Try again later.', waitSeconds)
}
