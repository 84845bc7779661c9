import { randomUUID } from 'node:crypto'
import type { LoginData } from '#contract/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Caller } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { presentLogin } from './login-data.ts'
import { passwordMatches } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'

/** Opens a session. An unknown address and a wrong password get one answer, in the same time. */
export async function logIn(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue' | 'config'>,
  caller: Caller,
  input: { email: string; password: string },
): Promise<LoginData> {
  const user = await findUserByEmail(deps.db, input.email)
  if (!(await passwordMatches(user?.passwordHash, input.password)) || !user)
    throw new AppError('unauthenticated', 'Incorrect email or password')

  if (!user.confirmedAt) {
    await deps.db.transaction().execute((trx) => sendCode(trx, deps, { user, purpose: 'CONFIRM' }))
    throw new AppError('forbidden', 'Please verify your email before logging in')
  }

  const now = deps.now()
  const session = { id: randomUUID(), generation: 1 }
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sessions')
      .values({
        ...session,
        userId: user.id,
        createdAt: now,
        usedAt: now,
        endedAt: null,
        device: caller.device,
        address: caller.address,
      })
      .execute()
    await audit(trx, { ...caller, userId: user.id }, { at: now, action: 'session.opened', subject: `user:${user.id}` })
  })
  return presentLogin(deps, user, session)
}
