import { randomUUID } from 'node:crypto'
import type { LoginData } from '#contract/accounts.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import type { Caller } from '../../../actor.ts'
import type { User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { sendCode } from '../codes/send-code.ts'
import { lockAccount } from '../locked-account.ts'
import { failedLoginAlertJob } from '../passwords/failed-login-alert.ts'
import { passwordAttempts, runAttempt } from '../passwords/login-attempts.ts'
import { passwordMatches } from '../passwords/password-hash.ts'
import { activeSecret, findUserByEmail } from '../queries.ts'
import { verifySecondFactor, wrongCode } from '../second-factor/verify-second-factor.ts'
import { presentLogin } from './login-data.ts'
import { openSession } from './open-session.ts'

type LoginDeps = Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl' | 'staffSecondFactor'>

/**
 * Opens a session. An unknown address and a wrong password get the same response in the same time, and count the same. That an
 * account has a second factor is revealed only after the right password.
 */
export async function logIn(
  deps: LoginDeps,
  caller: Caller,
  input: { email: string; password: string; code?: string | undefined },
): Promise<LoginData> {
  const user = await verifyPassword(deps, input)
  if (!user.confirmedAt) {
    const waitSeconds = await deps.db.transaction().execute(async (trx) => {
      const locked = await lockAccount(trx, user.id)
      return locked && !locked.confirmedAt ? sendCode(trx, deps, { user: locked, purpose: 'CONFIRM' }) : 0
    })
    // The wait means that no code was sent now, because one was sent before.
    const wait = waitSeconds > 0 ? { retryAfterSeconds: waitSeconds } : {}
    throw new AppError('forbidden', UNCONFIRMED, {
      ...wait,
      errors: [{ field: 'confirmationCode', message: UNCONFIRMED }],
    })
  }
  const factor = await checkSecondFactor(deps, caller, { user, code: input.code })
  const { current, session } = await openVerified(deps, caller, { user, factor })
  return presentLogin(deps, current, session)
}

/** Told from other refusals by its field, which sends a person to the screen that asks for the code. */
const UNCONFIRMED = 'Please verify your email before logging in'

const wrongCredentials = () => new AppError('unauthenticated', 'Incorrect email or password')

async function verifyPassword(deps: LoginDeps, input: { email: string; password: string }): Promise<User> {
  let userId: string | undefined
  const user = await runAttempt(deps, passwordAttempts(input.email), {
    compare: async () => {
      const found = await findUserByEmail(deps.db, input.email)
      userId = found?.id
      return (await passwordMatches(found?.passwordHash, input.password)) ? found : undefined
    },
    alert: () => requestAlert(deps, userId),
  })
  if (!user) throw wrongCredentials()
  return user
}

/** Returns the secret of the verified factor. Undefined when the account has none. */
async function checkSecondFactor(
  deps: LoginDeps,
  caller: Caller,
  { user, code }: { user: User; code: string | undefined },
): Promise<string | undefined> {
  if (code === undefined) {
    if ((await activeSecret(deps.db, user.id)) !== undefined) throw codeNeeded()
    return undefined
  }
  const check = await verifySecondFactor(deps, caller, { owner: user, code })
  if (check.is === 'wrong') throw wrongCode('unauthenticated')
  return check.is === 'right' ? check.secret : undefined
}

/**
 * The comparison takes time, in which the password or the second factor may change. The session is opened only if
 * what was verified is still valid. Returns the current account.
 */
const openVerified = (deps: LoginDeps, caller: Caller, { user, factor }: { user: User; factor: string | undefined }) =>
  deps.db.transaction().execute(async (trx) => {
    const locked = await lockAccount(trx, user.id)
    if (!locked?.confirmedAt || locked.passwordHash !== user.passwordHash) throw wrongCredentials()
    if ((await activeSecret(trx, user.id)) !== factor) throw wrongCredentials()
    return { current: locked, session: await openSession(trx, caller, { userId: user.id, at: deps.now() }) }
  })

const CODE_NEEDED = 'Enter the code from your authenticator app'
/** Not 403: in the specification that means an unconfirmed address. */
const codeNeeded = () => errorAt('code', CODE_NEEDED, 'unauthenticated')

const requestAlert = (deps: Pick<Deps, 'db' | 'queue'>, userId: string | undefined): Promise<void> =>
  deps.db
    .transaction()
    .execute((trx) => deps.queue.enqueue(trx, failedLoginAlertJob, { userId: userId ?? randomUUID() }))
