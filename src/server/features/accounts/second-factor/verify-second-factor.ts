import { AppError, errorAt } from '#domain/errors.ts'
import {
  parseSecondFactorCode,
  type SecondFactorCode,
  TOTP_STEP_SECONDS,
  TOTP_WINDOW_STEPS,
} from '#domain/second-factor.ts'
import { seconds } from '#domain/units.ts'
import { type Caller, SYSTEM } from '../../../actor.ts'
import type { Database, User } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { countAll } from '../../../lists/bounded-count.ts'
import { CLOCK_SKEW_MAX_MS } from '../../../rate-limits/sliding-window.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { failedCodesEmail, recoveryCodeUsedEmail } from '../emails.ts'
import { runAttempt, secondFactorAttempts } from '../passwords/login-attempts.ts'
import { activeSecret } from '../queries.ts'
import { hashRecoveryCode, stepAt, stepOf } from './totp.ts'

type CheckDeps = Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>
type Owner = Pick<User, 'id' | 'email' | 'fullName'>

const WRONG_CODE = 'This code is wrong or was already used. Wait for the next one.'

/** The result of a check. `secret` is the encrypted secret of the factor, to recognize it later. */
type Check = { is: 'right'; secret: string } | { is: 'wrong' | 'no factor' }

/** Checks whether the account has a second factor and the code is correct. A correct code is redeemed. */
export async function verifySecondFactor(
  deps: CheckDeps,
  caller: Caller,
  { owner, code }: { owner: Owner; code: string },
): Promise<Check> {
  const secret = await activeSecret(deps.db, owner.id)
  if (secret === undefined) return { is: 'no factor' }
  const typed = parseSecondFactorCode(code)
  const verified = await runAttempt(deps, secondFactorAttempts(owner.id), {
    compare: async () => (typed && (await redeem(deps, caller, { owner, secret, typed })) ? secret : undefined),
    alert: () => sendAlert(deps, owner),
  })
  return verified === undefined ? { is: 'wrong' } : { is: 'right', secret }
}

/** For signed-in callers. Returns the secret of the factor. @throws AppError for the field `code` */
export async function requireSecondFactor(
  deps: CheckDeps,
  caller: Caller,
  input: { owner: Owner; code: string },
): Promise<string> {
  const check = await verifySecondFactor(deps, caller, input)
  if (check.is === 'no factor') throw secondFactorDisabled()
  if (check.is !== 'right') throw wrongCode('invalid')
  return check.secret
}

/** Call this in the transaction of the change: the factor may have been replaced since the code was checked. */
export async function requireSameSecret(trx: Database, userId: string, proven: string): Promise<void> {
  if ((await activeSecret(trx, userId)) !== proven) throw wrongCode('invalid')
}

export const wrongCode = (as: 'invalid' | 'unauthenticated'): AppError => errorAt('code', WRONG_CODE, as)

export const secondFactorDisabled = (): AppError => new AppError('conflict', 'Your account has no second factor')

type Redemption = { owner: Owner; secret: string; typed: SecondFactorCode }

const redeem = (deps: CheckDeps, caller: Caller, { owner, secret, typed }: Redemption): Promise<boolean> =>
  typed.kind === 'totp'
    ? redeemTotp(deps.db, deps, { userId: owner.id, secret, code: typed.code })
    : redeemRecoveryCode(deps, caller, { owner, code: typed.code })

/** Another replica's clock can be this many steps ahead. A later step was redeemed while the clock was ahead. */
const STEPS_AHEAD_MAX = TOTP_WINDOW_STEPS + CLOCK_SKEW_MAX_MS / seconds(TOTP_STEP_SECONDS)

/** Each time step can be redeemed once, and afterwards no earlier one. */
export async function redeemTotp(
  db: Database,
  deps: Pick<Deps, 'keys' | 'now'>,
  { userId, secret, code }: { userId: string; secret: string; code: string },
): Promise<boolean> {
  const at = deps.now()
  const step = stepOf(deps, { userId, secret }, { code, at })
  if (step === undefined) return false
  const redeemed = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where((is) => is.or([is('lastStep', '<', step), is('lastStep', '>', stepAt(at) + STEPS_AHEAD_MAX)]))
    .executeTakeFirst()
  return redeemed.numUpdatedRows > 0n
}

const redeemRecoveryCode = (
  deps: CheckDeps,
  caller: Caller,
  { owner, code }: { owner: Owner; code: string },
): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    const redeemed = await trx
      .deleteFrom('recoveryCodes')
      .where('userId', '=', owner.id)
      .where('codeHash', '=', hashRecoveryCode(deps, owner.id, code))
      .executeTakeFirst()
    if (redeemed.numDeletedRows === 0n) return false
    const left = await countRecoveryCodes(trx, owner.id)
    const at = deps.now()
    await queueEmail(trx, deps, { to: owner.email, ...recoveryCodeUsedEmail({ ...owner, left }) })
    const entry = { at, action: 'account.recovery-code-used', subject: `user:${owner.id}`, after: { left } }
    await audit(trx, { ...caller, userId: owner.id }, entry)
    return true
  })

export const countRecoveryCodes = (db: Database, userId: string): Promise<number> =>
  countAll(db, db.selectFrom('recoveryCodes').select('userId').where('userId', '=', userId))

/** A caller who guesses codes knows the password, so the owner is alerted. */
const sendAlert = (deps: CheckDeps, owner: Owner): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await queueEmail(trx, deps, { to: owner.email, ...failedCodesEmail(owner) })
    const entry = { at: deps.now(), action: 'account.codes-locked', subject: `user:${owner.id}` }
    await audit(trx, SYSTEM, entry)
  })
