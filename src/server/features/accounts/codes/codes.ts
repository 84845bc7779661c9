import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { CODE_ATTEMPTS_MAX, CODE_DIGITS, CODE_RATE_LIMITS, CODE_TTL_MS, type CodePurpose } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Schema, User } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS, consumeRateLimit, tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { lockAccount } from '../locked-account.ts'

type CodeOf = { userId: string; purpose: CodePurpose }

/** Wrong, expired, used or never sent: one answer, so that a reset does not tell whether an address has an account. */
export const invalidCode = (): AppError =>
  new AppError('invalid', 'This code is not correct or has expired. Check it, or request a new one.')

/** Counts a code against its address; answers the seconds to wait when it may not be sent now, else 0. */
export const consumeCodeLimit = (trx: Kysely<Schema>, deps: Pick<Deps, 'now'>, email: string): Promise<number> =>
  consumeRateLimit(trx, `code:${email}`, { limits: CODE_RATE_LIMITS, now: deps.now() })

/** A new code in place of the one before, which is void from now on. Only its hash is kept. */
export async function issueCode(trx: Kysely<Schema>, deps: Pick<Deps, 'keys' | 'now'>, of: CodeOf): Promise<string> {
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

/** A code that was mailed for the password before must not set another one. */
export async function revokeResetCodes(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('codes').where('userId', '=', userId).where('purpose', '=', 'RESET').execute()
}

/**
 * Checks a code and uses it up in `use`, one transaction with the change that it allows, to the account as it is then.
 * A try is counted, for good, before anything is compared.
 */
export async function redeemCode(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  of: CodeOf & { code: string },
  use: (trx: Kysely<Schema>, user: User) => Promise<void>,
): Promise<void> {
  const { userId, purpose, code } = of
  const tried = await deps.db
    .updateTable('codes')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .returning(['codeHash', 'expiresAt', 'tries'])
    .executeTakeFirst()
  if (!tried || !isUnexpired(deps, tried.expiresAt)) throw invalidCode()
  if (tried.tries > CODE_ATTEMPTS_MAX)
    throw purpose === 'RESET' ? invalidCode() : tooManyRequests('Too many attempts. Request a new code.', 60)
  if (!timingSafeEqual(Buffer.from(tried.codeHash, 'hex'), hashCode(deps, { userId, purpose }, code)))
    throw invalidCode()

  await deps.db.transaction().execute(async (trx) => {
    const user = await lockAccount(trx, userId)
    const spent = await trx
      .deleteFrom('codes')
      .where('userId', '=', userId)
      .where('purpose', '=', purpose)
      .where('codeHash', '=', tried.codeHash)
      .executeTakeFirst()
    if (!user || spent.numDeletedRows === 0n) throw invalidCode()
    await use(trx, user)
  })
}

/** One that ends later than any can was made by a clock that has since been put back. */
function isUnexpired({ now }: Pick<Deps, 'now'>, expiresAt: Date): boolean {
  const leftMs = expiresAt.getTime() - now().getTime()
  return leftMs > 0 && leftMs <= CODE_TTL_MS + CLOCK_SKEW_MAX_MS
}

const hashCode = (deps: Pick<Deps, 'keys'>, { userId, purpose }: CodeOf, code: string): Buffer =>
  createHmac('sha256', deps.keys.codes).update(`${purpose}\n${userId}\n${code}`).digest()
