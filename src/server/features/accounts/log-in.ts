import { randomUUID } from 'node:crypto'
import type { LoginData } from '#contract/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Caller } from '../../actor.ts'
import type { User } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { checkSecondFactor, wrongCode } from './check-second-factor.ts'
import { presentLogin } from './login-data.ts'
import { passwordTries, tryOnce } from './login-tries.ts'
import { holdAccount } from './own-account.ts'
import { passwordMatches } from './passwords.ts'
import { factorInForce, findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'
import { warnOfTriesJob } from './warn-of-tries.ts'

type LoginDeps = Pick<Deps, 'db' | 'keys' | 'now' | 'queue' | 'config'>

/**
 * Opens a session. An unknown address and a wrong password get one answer, in the same time, and are counted alike. That an
 * account has a second factor is told to nobody who does not know its password.
 */
export async function logIn(
  deps: LoginDeps,
  caller: Caller,
  input: { email: string; password: string; code?: string | undefined },
): Promise<LoginData> {
  const user = await passPassword(deps, input)
  if (!user.confirmedAt) {
    await deps.db.transaction().execute(async (trx) => {
      const held = await holdAccount(trx, user.id)
      if (held && !held.confirmedAt) await sendCode(trx, deps, { user: held, purpose: 'CONFIRM' })
    })
    throw new AppError('forbidden', 'Please verify your email before logging in')
  }
  const factor = await passSecondFactor(deps, caller, { user, code: input.code })
  const session = { id: randomUUID(), generation: 1 }
  const opened = await openSession(deps, caller, { id: session.id, user, factor })
  return presentLogin(deps, opened, session)
}

const refused = () => new AppError('unauthenticated', 'Incorrect email or password')

async function passPassword(deps: LoginDeps, input: { email: string; password: string }): Promise<User> {
  let userId: string | undefined
  const user = await tryOnce(deps, passwordTries(input.email), {
    compare: async () => {
      const found = await findUserByEmail(deps.db, input.email)
      userId = found?.id
      return (await passwordMatches(found?.passwordHash, input.password)) ? found : undefined
    },
    warn: () => askForWarning(deps, userId),
  })
  if (!user) throw refused()
  return user
}

/** Answers the factor that a code was of; undefined when the account has none. */
async function passSecondFactor(
  deps: LoginDeps,
  caller: Caller,
  { user, code }: { user: User; code: string | undefined },
): Promise<string | undefined> {
  if (code === undefined) {
    if ((await factorInForce(deps.db, user.id)) !== undefined) throw codeNeeded()
    return undefined
  }
  const check = await checkSecondFactor(deps, caller, { owner: user, code })
  if (check.is === 'wrong') throw wrongCode('unauthenticated')
  return check.is === 'right' ? check.secret : undefined
}

/**
 * Comparing takes time, in which the password may be changed or a second factor switched on: the session is opened only if
 * what was passed still opens the account. Answers the account as it is then.
 */
const openSession = (
  deps: LoginDeps,
  caller: Caller,
  { id, user, factor }: { id: string; user: User; factor: string | undefined },
): Promise<User> =>
  deps.db.transaction().execute(async (trx) => {
    const held = await holdAccount(trx, user.id)
    if (!held?.confirmedAt || held.passwordHash !== user.passwordHash) throw refused()
    if ((await factorInForce(trx, user.id)) !== factor) throw refused()
    const at = deps.now()
    const { device, address } = caller
    await trx
      .insertInto('sessions')
      .values({ id, generation: 1, userId: user.id, createdAt: at, usedAt: at, endedAt: null, device, address })
      .execute()
    await audit(trx, { ...caller, userId: user.id }, { at, action: 'session.opened', subject: `user:${user.id}` })
    return held
  })

const CODE_NEEDED = 'Enter the code that your authenticator app shows'
/** No 403, which tells a client of the specification that the address waits for confirmation. */
const codeNeeded = () =>
  new AppError('unauthenticated', CODE_NEEDED, { errors: [{ field: 'code', message: CODE_NEEDED }] })

const askForWarning = (deps: Pick<Deps, 'db' | 'queue'>, userId: string | undefined): Promise<void> =>
  deps.db.transaction().execute((trx) => deps.queue.enqueue(trx, warnOfTriesJob, { userId: userId ?? randomUUID() }))
