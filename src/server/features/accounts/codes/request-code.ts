import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CodePurpose } from '#domain/accounts.ts'
import { CODES_PER_ADDRESS } from '#domain/rate-limits.ts'
import type { Caller } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { defineJob } from '../../../adapters/queue/queue.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { ipPrefix } from '../../../rate-limits/ip-prefix.ts'
import { consumeRateLimit, scaled } from '../../../rate-limits/sliding-window.ts'
import { lockAccount } from '../locked-account.ts'
import { findUserByEmail } from '../queries.ts'
import { sendCode } from './send-code.ts'

export const emailCodeJob = defineJob({
  name: 'email-code',
  payload: z.object({ userId: z.string(), purpose: z.enum(['CONFIRM', 'RESET']) }),
})

/**
 * Emails a code if the account can use it and the rate limits allow it. The response is always the same, and a job decides, so that the
 * call takes the same time for every address.
 */
export async function requestCode(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'limitFactor'>,
  caller: Caller,
  { email, purpose }: { email: string; purpose: CodePurpose },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (await isRateLimited(trx, deps, caller)) return
    const user = await findUserByEmail(trx, email)
    await deps.queue.enqueue(trx, emailCodeJob, { userId: user?.id ?? randomUUID(), purpose })
  })
}

async function isRateLimited(
  trx: Database,
  deps: Pick<Deps, 'now'> & WithConfig<'limitFactor'>,
  { address }: Caller,
): Promise<boolean> {
  const limits = [scaled(CODES_PER_ADDRESS, deps.config)]
  return (await consumeRateLimit(trx, `codes-from:${ipPrefix(address)}`, { limits, now: deps.now() })) > 0
}

/** Sends a code if the account can use it and the rate limits of its address allow it. */
export async function emailCode(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  { userId, purpose }: { userId: string; purpose: CodePurpose },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const user = await lockAccount(trx, userId)
    if (user && (user.confirmedAt === null) === (purpose === 'CONFIRM')) await sendCode(trx, deps, { user, purpose })
  })
}
