import { randomUUID } from 'node:crypto'
import type { LoginData } from '#contract/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Caller } from '../../actor.ts'
import type { User } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { checkSecondFactor, wrongCode } from './check-second-factor.ts'
import { presentLogin } from './login-data.ts'
import { forgetTries, isWorthAWarning, passwordTries, takeTry } from './login-tries.ts'
import { passwordMatches } from './passwords.ts'
import { findUserByEmail, isSecondFactorOn } from './queries.ts'
import { sendCode } from './send-code.ts'
import { warnOfTriesJob } from './warn-of-tries.ts'

/**
 * Opens a session. An unknown address and a wrong password get one answer, in the same time, and are counted alike. That an
 * account has a second factor is told to nobody who does not know its password.
 */
export async function logIn(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue' | 'config'>,
  caller: Caller,
  input: { email: string; password: string; code?: string | undefined },
): Promise<LoginData> {
  const tries = await takeTry(deps, passwordTries(input.email))
  const user = await findUserByEmail(deps.db, input.email)
  if (!(await passwordMatches(user?.passwordHash, input.password)) || !user) {
    if (isWorthAWarning(tries)) await askForWarning(deps, user?.id)
    throw new AppError('unauthenticated', 'Incorrect email or password')
  }
  await forgetTries(deps.db, passwordTries(user.email))

  if (!user.confirmedAt) {
    await deps.db.transaction().execute((trx) => sendCode(trx, deps, { user, purpose: 'CONFIRM' }))
    throw new AppError('forbidden', 'Please verify your email before logging in')
  }

  await passSecondFactor(deps, caller, { user, code: input.code })
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

async function passSecondFactor(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  caller: Caller,
  { user, code }: { user: User; code: string | undefined },
): Promise<void> {
  if (code === undefined) {
    if (await isSecondFactorOn(deps.db, user.id)) throw codeNeeded()
    return
  }
  if ((await checkSecondFactor(deps, caller, { owner: user, code })) === 'wrong') throw wrongCode('unauthenticated')
}

const CODE_NEEDED = 'Enter the code that your authenticator app shows'
/** No 403, which tells a client of the specification that the address waits for confirmation. */
const codeNeeded = () =>
  new AppError('unauthenticated', CODE_NEEDED, { errors: [{ field: 'code', message: CODE_NEEDED }] })

const askForWarning = (deps: Pick<Deps, 'db' | 'queue'>, userId: string | undefined): Promise<void> =>
  deps.db.transaction().execute((trx) => deps.queue.enqueue(trx, warnOfTriesJob, { userId: userId ?? randomUUID() }))
