import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { KNOWN_EMAILS_PER_ADDRESS } from '#domain/rate-limits.ts'
import type { Caller } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { ipPrefix } from '../../../rate-limits/ip-prefix.ts'
import { consumeRateLimit, scaled, secondsUntilAllowed, tooManyRequests } from '../../../rate-limits/sliding-window.ts'

type GuardDeps = Pick<Deps, 'db' | 'now'> & WithConfig<'limitFactor'>

const tooManyAttempts = (waitSeconds: number): AppError =>
  tooManyRequests('Too many attempts. Try again later.', waitSeconds)

const limitOf = ({ config, now }: GuardDeps) => ({ limits: [scaled(KNOWN_EMAILS_PER_ADDRESS, config)], now: now() })

const keyFor = ({ address }: Caller): string => `known-emails:${ipPrefix(address)}`

/** A caller who has found too many registered emails learns nothing about any other email. */
export async function rejectEnumeration(deps: GuardDeps, caller: Caller): Promise<void> {
  const waitSeconds = await secondsUntilAllowed(deps.db, keyFor(caller), limitOf(deps))
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
}

/** The error for a registration with a taken email. Counts each distinct email once. */
export async function emailTakenError(deps: GuardDeps, caller: Caller, email: string): Promise<AppError> {
  const key = keyFor(caller)
  const limit = limitOf(deps)
  const emailHash = createHash('sha256').update(email).digest('base64url')
  return deps.db.transaction().execute(async (trx) => {
    const waitSeconds = await consumeRateLimit(trx, key, { ...limit, subject: emailHash })
    if (waitSeconds > 0) return tooManyAttempts(waitSeconds)
    if ((await secondsUntilAllowed(trx, key, limit)) > 0) {
      const subject = `address:${ipPrefix(caller.address)}`
      await audit(trx, caller, { at: limit.now, action: 'account.enumeration-suspected', subject })
    }
    return new AppError('conflict', 'An account with this email already exists')
  })
}
