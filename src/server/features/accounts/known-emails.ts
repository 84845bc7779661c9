import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { KNOWN_EMAILS_PER_ADDRESS } from '#domain/rate-limits.ts'
import type { Caller } from '../../actor.ts'
import { addressBlock } from '../../address-block.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { secondsToWait, takeHit, tooMany } from '../../limits.ts'

type SearchDeps = Pick<Deps, 'db' | 'now' | 'config'>

const tooManyTries = (waitSeconds: number): AppError => tooMany('Too many attempts. Try again later.', waitSeconds)

const ruleFor = ({ config, now }: SearchDeps) => {
  const { max, windowSeconds } = KNOWN_EMAILS_PER_ADDRESS
  return { limits: [{ max: max * config.limitFactor, windowSeconds }], now: now() }
}

const keyFor = ({ address }: Caller): string => `known-emails:${addressBlock(address)}`

/** Whoever has gone through too many emails that have an account learns nothing of any other, with an account or not. */
export async function refuseSearcher(deps: SearchDeps, caller: Caller): Promise<void> {
  const waitSeconds = await secondsToWait(deps.db, keyFor(caller), ruleFor(deps))
  if (waitSeconds > 0) throw tooManyTries(waitSeconds)
}

/** What to answer to a registration under an email that has an account; counted, each email once. */
export async function tellTaken(deps: SearchDeps, caller: Caller, email: string): Promise<AppError> {
  const key = keyFor(caller)
  const rule = ruleFor(deps)
  const what = createHash('sha256').update(email).digest('base64url')
  return deps.db.transaction().execute(async (trx) => {
    const waitSeconds = await takeHit(trx, key, { ...rule, what })
    if (waitSeconds > 0) return tooManyTries(waitSeconds)
    if ((await secondsToWait(trx, key, rule)) > 0) {
      const subject = `address:${addressBlock(caller.address)}`
      await audit(trx, caller, { at: rule.now, action: 'account.search-suspected', subject })
    }
    return new AppError('conflict', 'An account with this email already exists')
  })
}
