import { type CallLimitName, callLimit, type Limit } from '#domain/limits.ts'
import { addressBlock } from '../address-block.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from '../limits.ts'

export type CallLimits = {
  countAddress: (name: CallLimitName, address: string) => Promise<void>
  countAccount: (name: CallLimitName, userId: string) => Promise<void>
}

const wordsFor = (name: CallLimitName): string =>
  name === 'login' || name === 'code-check'
    ? 'Too many attempts. Try again later.'
    : 'Too many requests. Try again in a moment.'

/** The limits that every call of the table has; each throws AppError 'too-many' for a call beyond one. */
export function openCallLimits(deps: Pick<Deps, 'buckets' | 'config' | 'log'>): CallLimits {
  const count = async (name: CallLimitName, key: string, limit: Limit): Promise<void> => {
    const wide = { ...limit, max: limit.max * deps.config.limitFactor }
    const waitSeconds = await deps.buckets.take(key, wide).catch((error: unknown) => {
      if (callLimit(name).uncounted === 'refuse') throw error
      deps.log.error({ err: error, limit: name }, 'a call was not counted')
      return 0
    })
    if (waitSeconds > 0) throw tooMany(wordsFor(name), waitSeconds)
  }

  return {
    countAddress: (name, address) => count(name, `address:${name}:${addressBlock(address)}`, callLimit(name).address),
    countAccount: async (name, userId) => {
      const { account } = callLimit(name)
      if (account) await count(name, `account:${name}:${userId}`, account)
    },
  }
}
