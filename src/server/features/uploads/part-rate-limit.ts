import { LIST_PARTS_COST, PART_OPERATIONS_PER_ACCOUNT } from '#domain/rate-limits.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { scaled, tooManyRequests } from '../../rate-limits/sliding-window.ts'

export type PartLimitDeps = Pick<Deps, 'buckets' | 'log'> & WithConfig<'limitFactor'>
type Parts = Pick<Upload, 'userId' | 'totalParts'>

/**
 * Call this before signing URLs for an upload's parts or completing it: each part costs time.
 * @throws AppError 'too-many' when the account is rate limited.
 */
export const consumeForParts = (deps: PartLimitDeps, { userId, totalParts }: Parts): Promise<void> =>
  consume(deps, userId, totalParts)

/** Call this before listing the parts of these uploads in the store. */
export const consumeForListing = (deps: PartLimitDeps, userId: string, uploads: readonly Parts[]): Promise<void> =>
  consume(deps, userId, Math.ceil(uploads.reduce((sum, { totalParts }) => sum + totalParts, 0) * LIST_PARTS_COST))

async function consume({ buckets, config, log }: PartLimitDeps, userId: string, cost: number): Promise<void> {
  const limit = scaled(PART_OPERATIONS_PER_ACCOUNT, config)
  const waitSeconds = await buckets.take(`account:part-work:${userId}`, limit, cost).catch((error: unknown) => {
    log.error({ err: error }, 'rate limiting of parts failed; request allowed')
    return 0
  })
  if (waitSeconds > 0) throw tooManyRequests('Too many requests. Try again in a moment.', waitSeconds)
}
