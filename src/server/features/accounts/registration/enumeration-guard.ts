import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { KNOWN_EMAILS_PER_ADDRESS } from '#domain/rate-limits.ts'
import type { Caller } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { ipPrefix } from '../../../rate-limits/ip-prefix.ts'
import { consumeRateLimit, secondsUntilAllowed, tooManyRequests } from '../../../rate-limits/sliding-window.ts'

type SearchDeps = Pick<Deps, 'db' | 'now'> & WithConfig<'limitFactor'>

const tooManyTries = (waitSeconds: number): AppError =>
  tooManyRequests('Too many attempts. Try again later.', waitSeconds)

const ruleFor = ({ config, now }: SearchDeps) => {
  const { max, windowSeconds } = KNOWN_EMAILS_PER_ADDRESS
  return { limits: [{ max: max * config.limitFactor, windowSeconds }], now: now() }
}

const keyFor = ({ address }: Caller): string => `known-emails:${ipPrefix(address)}`

/** A caller who has found too many registered emails learns nothing about any other email. */
export async function rejectEnumeration(deps: SearchDeps, caller: Caller): Promise<void> {
  const waitSeconds = await secondsUntilAllowed(deps.db, keyFor(caller), ruleFor(deps))
  if (waitSeconds > 0) throw tooManyTries(waitSeconds)
}

/** The error for a registration with an email that has an account. Each email is counted once. */
export async function emailTakenError(deps: SearchDeps, caller: Caller, email: string): Promise<AppError> {
  const key = keyFor(caller)
  const rule = ruleFor(deps)
  const emailHash = createHash('sha256').update(email).digest('base64url')
  return deps.db.transaction().execute(async (trx) => {
    const waitSeconds = await consumeRateLimit(trx, key, { ...rule, subject: emailHash })
    if (waitSeconds > 0) return tooManyTries(waitSeconds)
    if ((await secondsUntilAllowed(trx, key, rule)) > 0) {
      const subject = `address:${ipPrefix(caller.address)}`
      await audit(trx, caller, { at: rule.now, action: 'account.enumeration-suspected', subject })
    }
    return new AppError('conflict', 'An account with this email already exists')
  })
}
