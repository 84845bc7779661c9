import { type RateLimitName, type RateLimitRule, rateLimitOf } from '#domain/rate-limits.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { ipPrefix } from '../../rate-limits/ip-prefix.ts'
import { scaled, tooManyRequests } from '../../rate-limits/sliding-window.ts'

export type RateLimiter = {
  countAddress: (name: RateLimitName, address: string) => Promise<void>
  /** The tokens of a person have a limit of their own together, so that a program doesn't stop the person. */
  countAccount: (name: RateLimitName, actor: Pick<Actor, 'userId' | 'token'>) => Promise<void>
}

const messageFor = (name: RateLimitName): string =>
  name === 'login' || name === 'code-check'
    ? 'Too many attempts. Try again later.'
    : 'Too many requests. Try again in a moment.'

export type RateLimitDeps = Pick<Deps, 'buckets' | 'log'> & WithConfig<'limitFactor'>

/** Applies the rate limits of every endpoint. @throws AppError 'too-many' for a call beyond one. */
export function createRateLimiter(deps: RateLimitDeps): RateLimiter {
  const count = async (name: RateLimitName, key: string, limit: RateLimitRule): Promise<void> => {
    const waitSeconds = await deps.buckets.take(key, scaled(limit, deps.config)).catch((error: unknown) => {
      if (rateLimitOf(name).onError === 'reject') throw error
      deps.log.error({ err: error, limit: name }, 'rate limiting failed; request allowed')
      return 0
    })
    if (waitSeconds > 0) throw tooManyRequests(messageFor(name), waitSeconds)
  }

  return {
    countAddress: (name, address) => count(name, `address:${name}:${ipPrefix(address)}`, rateLimitOf(name).address),
    countAccount: async (name, { userId, token }) => {
      const { account } = rateLimitOf(name)
      if (account) await count(name, `${token ? 'tokens' : 'account'}:${name}:${userId}`, account)
    },
  }
}
