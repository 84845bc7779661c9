import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_ATTEMPTS_MAX, CODE_DIGITS, CODE_RATE_LIMITS, CODE_TTL_MS, type CodePurpose } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, User } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS, consumeRateLimit, tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { lockAccount } from '../locked-account.ts'

type CodeOf = { userId: string; purpose: CodePurpose }

/** Wrong, expired, used or never sent: one response, so that a reset does not reveal whether an address has an account. */
export const invalidCode = (): AppError =>
  new AppError('invalid', 'This code is not correct or has expired. Check it, or request a new one.')

/** Counts a code of this purpose for its address. Returns the seconds to wait, or 0 when it can be sent now. */
export const consumeCodeLimit = (
  trx: Database,
  deps: Pick<Deps, 'now'>,
  { email, purpose }: { email: string; purpose: CodePurpose },
): Promise<number> => consumeRateLimit(trx, `code:${purpose}:${email}`, { limits: CODE_RATE_LIMITS, now: deps.now() })

/** Replaces the previous code, which becomes invalid. Only the hash is stored. */
export async function issueCode(trx: Database, deps: Pick<Deps, 'keys' | 'now'>, of: CodeOf): Promise<string> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const row = {
    codeHash: hashCode(deps, of, code).toString('hex'),
    expiresAt: new Date(deps.now().getTime() + CODE_TTL_MS),
    tries: 0,
  }
  await trx
    .insertInto('codes')
    .values({ ...of, ...row })
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(row))
    .execute()
  return code
}

/** A code that was requested for the previous password must not change the new one. */
export async function revokeResetCodes(trx: Database, userId: string): Promise<void> {
  await trx.deleteFrom('codes').where('userId', '=', userId).where('purpose', '=', 'RESET').execute()
}

/**
 * Checks a code and redeems it in one transaction with `use`, the change that it authorizes, on the locked account.
 * The attempt is counted and committed before the comparison.
 */
export async function redeemCode(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  of: CodeOf & { code: string },
  use: (trx: Database, user: User) => Promise<void>,
): Promise<void> {
  const { userId, purpose, code } = of
  const attempted = await deps.db
    .updateTable('codes')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .returning(['codeHash', 'expiresAt', 'tries'])
    .executeTakeFirst()
  if (!attempted || !isUnexpired(deps, attempted.expiresAt)) throw invalidCode()
  if (attempted.tries > CODE_ATTEMPTS_MAX)
    throw purpose === 'RESET' ? invalidCode() : tooManyRequests('Too many attempts. Request a new code.', 60)
  if (!timingSafeEqual(Buffer.from(attempted.codeHash, 'hex'), hashCode(deps, { userId, purpose }, code)))
    throw invalidCode()

  await deps.db.transaction().execute(async (trx) => {
    const user = await lockAccount(trx, userId)
    const redeemed = await trx
      .deleteFrom('codes')
      .where('userId', '=', userId)
      .where('purpose', '=', purpose)
      .where('codeHash', '=', attempted.codeHash)
      .executeTakeFirst()
    if (!user || redeemed.numDeletedRows === 0n) throw invalidCode()
    await use(trx, user)
  })
}

/** A code that expires too far in the future was issued while the clock was ahead. */
function isUnexpired({ now }: Pick<Deps, 'now'>, expiresAt: Date): boolean {
  const remainingMs = expiresAt.getTime() - now().getTime()
  return remainingMs > 0 && remainingMs <= CODE_TTL_MS + CLOCK_SKEW_MAX_MS
}

const hashCode = (deps: Pick<Deps, 'keys'>, { userId, purpose }: CodeOf, code: string): Buffer =>
  createHmac('sha256', deps.keys.codes).update(`${purpose}\n${userId}\n${code}`).digest()
