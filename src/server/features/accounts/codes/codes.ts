import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { CODE_ATTEMPTS_MAX, CODE_DIGITS, CODE_RATE_LIMITS, CODE_TTL_MS, type CodePurpose } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Schema, User } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS, consumeRateLimit, tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { lockAccount } from '../locked-account.ts'

type CodeOf = { userId: string; purpose: CodePurpose }

/** Wrong, expired, used or never sent: one message, so that a reset does not reveal whether an address has an account. */
export const invalidCode = (): AppError =>
  new AppError('invalid', 'This code is not correct or has expired. Check it, or request a new one.')

/** Counts a code against its address. Resolves to the seconds to wait if it must not be sent now, otherwise to 0. */
export const consumeCodeLimit = (trx: Kysely<Schema>, deps: Pick<Deps, 'now'>, email: string): Promise<number> =>
  consumeRateLimit(trx, `code:${email}`, { limits: CODE_RATE_LIMITS, now: deps.now() })

/** Creates a code that replaces the one before. Only its hash is stored. */
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

/** A code for a reset of the old password must not set another one. */
export async function revokeResetCodes(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('codes').where('userId', '=', userId).where('purpose', '=', 'RESET').execute()
}

/**
 * Checks a code and redeems it in one transaction with the change in `use`, which gets the current account. The attempt is
 * counted, permanently, before the code is compared.
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

/** A later expiry than possible was set by a clock that has since been set back. */
function isUnexpired({ now }: Pick<Deps, 'now'>, expiresAt: Date): boolean {
  const leftMs = expiresAt.getTime() - now().getTime()
  return leftMs > 0 && leftMs <= CODE_TTL_MS + CLOCK_SKEW_MAX_MS
}

const hashCode = (deps: Pick<Deps, 'keys'>, { userId, purpose }: CodeOf, code: string): Buffer =>
  createHmac('sha256', deps.keys.codes).update(`${purpose}\n${userId}\n${code}`).digest()
