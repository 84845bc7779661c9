import { randomUUID } from 'node:crypto'
import type { LoginData } from '#contract/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Caller } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { presentLogin } from './login-data.ts'
import { forgetLoginTries, isWorthAWarning, takeLoginTry } from './login-tries.ts'
import { passwordMatches } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'
import { warnOfTriesJob } from './warn-of-tries.ts'

/** Opens a session. An unknown address and a wrong password get one answer, in the same time, and are counted alike. */
export async function logIn(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue' | 'config'>,
  caller: Caller,
  input: { email: string; password: string },
): Promise<LoginData> {
  const tries = await takeLoginTry(deps, input.email)
  const user = await findUserByEmail(deps.db, input.email)
  if (!(await passwordMatches(user?.passwordHash, input.password)) || !user) {
    if (isWorthAWarning(tries)) await askForWarning(deps, user?.id)
    throw new AppError('unauthenticated', 'Incorrect email or password')
  }
  await forgetLoginTries(deps.db, user.email)

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

const askForWarning = (deps: Pick<Deps, 'db' | 'queue'>, userId: string | undefined): Promise<void> =>
  deps.db.transaction().execute((trx) => deps.queue.enqueue(trx, warnOfTriesJob, { userId: userId ?? randomUUID() }))
