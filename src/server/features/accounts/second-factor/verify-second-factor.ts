import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import {
  parseSecondFactorCode,
  type SecondFactorCode,
  TOTP_STEP_SECONDS,
  TOTP_WINDOW_STEPS,
} from '#domain/second-factor.ts'
import { seconds } from '#domain/units.ts'
import { type Caller, SYSTEM } from '../../../actor.ts'
import type { Schema, User } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS } from '../../../rate-limits/sliding-window.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { failedCodesEmail, recoveryCodeUsedEmail } from '../emails.ts'
import { runAttempt, secondFactorAttempts } from '../passwords/login-attempts.ts'
import { activeSecret } from '../queries.ts'
import { hashRecoveryCode, stepAt, stepOf } from './totp.ts'

type CheckDeps = Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>
type Owner = Pick<User, 'id' | 'email' | 'fullName'>

const WRONG_CODE = 'This code is not correct, or it was used already. Wait for the next one.'

/** The verified second factor, or why the code is invalid. `secret` is its encrypted TOTP secret, which identifies it later. */
type Check = { is: 'right'; secret: string } | { is: 'wrong' | 'no factor' }

/** Whether an account has an active second factor, and whether this code is valid; the code is redeemed then. */
export async function verifySecondFactor(
  deps: CheckDeps,
  caller: Caller,
  { owner, code }: { owner: Owner; code: string },
): Promise<Check> {
  const secret = await activeSecret(deps.db, owner.id)
  if (secret === undefined) return { is: 'no factor' }
  const typed = parseSecondFactorCode(code)
  const right = await runAttempt(deps, secondFactorAttempts(owner.id), {
    compare: async () => (typed && (await spend(deps, caller, { owner, secret, typed })) ? secret : undefined),
    warn: () => warn(deps, owner),
  })
  return right === undefined ? { is: 'wrong' } : { is: 'right', secret }
}

/** For calls with a session. Resolves to the verified second factor. @throws AppError under the field `code` */
export async function requireSecondFactor(
  deps: CheckDeps,
  caller: Caller,
  of: { owner: Owner; code: string },
): Promise<string> {
  const check = await verifySecondFactor(deps, caller, of)
  if (check.is === 'no factor') throw secondFactorDisabled()
  if (check.is !== 'right') throw wrongCode('invalid')
  return check.secret
}

/** In the transaction of a change that a code was verified for: the second factor may have been replaced since. */
export async function requireSameSecret(trx: Kysely<Schema>, userId: string, proven: string): Promise<void> {
  if ((await activeSecret(trx, userId)) !== proven) throw wrongCode('invalid')
}

export const wrongCode = (as: 'invalid' | 'unauthenticated'): AppError =>
  new AppError(as, WRONG_CODE, { errors: [{ field: 'code', message: WRONG_CODE }] })

export const secondFactorDisabled = (): AppError => new AppError('conflict', 'Your account has no second factor')

type Typed = { owner: Owner; secret: string; typed: SecondFactorCode }

const spend = (deps: CheckDeps, caller: Caller, { owner, secret, typed }: Typed): Promise<boolean> =>
  typed.kind === 'totp'
    ? redeemTotp(deps.db, deps, { userId: owner.id, secret, code: typed.code })
    : redeemRecoveryCode(deps, caller, { owner, code: typed.code })

/**
 * On another replica a code may be valid this many steps ahead of this clock. A later one was used before the clock was set
 * back.
 */
const STEPS_AHEAD_MAX = TOTP_WINDOW_STEPS + CLOCK_SKEW_MAX_MS / seconds(TOTP_STEP_SECONDS)

/** Each time step is accepted once, and no earlier one after it. */
export async function redeemTotp(
  db: Kysely<Schema>,
  deps: Pick<Deps, 'keys' | 'now'>,
  { userId, secret, code }: { userId: string; secret: string; code: string },
): Promise<boolean> {
  const at = deps.now()
  const step = stepOf(deps, { userId, secret }, { code, at })
  if (step === undefined) return false
  const spent = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where((is) => is.or([is('lastStep', '<', step), is('lastStep', '>', stepAt(at) + STEPS_AHEAD_MAX)]))
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

const redeemRecoveryCode = (
  deps: CheckDeps,
  caller: Caller,
  { owner, code }: { owner: Owner; code: string },
): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    const spent = await trx
      .deleteFrom('recoveryCodes')
      .where('userId', '=', owner.id)
      .where('codeHash', '=', hashRecoveryCode(deps, owner.id, code))
      .executeTakeFirst()
    if (spent.numDeletedRows === 0n) return false
    const left = await countRecoveryCodes(trx, owner.id)
    const at = deps.now()
    await queueEmail(trx, deps, { to: owner.email, ...recoveryCodeUsedEmail({ ...owner, left }) })
    const entry = { at, action: 'account.recovery-code-used', subject: `user:${owner.id}`, after: { left } }
    await audit(trx, { ...caller, userId: owner.id }, entry)
    return true
  })

export async function countRecoveryCodes(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A caller who guesses codes knows the password. */
const warn = (deps: CheckDeps, owner: Owner): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await queueEmail(trx, deps, { to: owner.email, ...failedCodesEmail(owner) })
    const entry = { at: deps.now(), action: 'account.codes-locked', subject: `user:${owner.id}` }
    await audit(trx, SYSTEM, entry)
  })
