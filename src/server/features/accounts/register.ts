import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Caller } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { tooMany } from '../../limits.ts'
import { hashPassword } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'

/** Opens an account, or replaces one whose address was never confirmed, and mails a code. */
export async function register(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  caller: Caller,
  input: { fullName: string; email: string; password: string },
): Promise<void> {
  const email = normalizeEmail(input.email)
  const fullName = input.fullName.trim().normalize('NFC')
  const taken = new AppError('conflict', 'An account with this email already exists')
  if ((await findUserByEmail(deps.db, email))?.confirmedAt) throw taken
  const passwordHash = await hashPassword(input.password)
  const now = deps.now()

  await deps.db.transaction().execute(async (trx) => {
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
    if (!user) throw taken
    const waitSeconds = await sendCode(trx, deps, { user, purpose: 'CONFIRM' })
    if (waitSeconds > 0)
      throw tooMany(`A code was sent a moment ago. Wait ${waitSeconds} seconds, then try again.`, waitSeconds)
    await audit(
      trx,
      { ...caller, userId: user.id },
      { at: now, action: 'account.registered', subject: `user:${user.id}` },
    )
  })
}
