import type { RecoveryCodes } from '#contract/second-factor.ts'
import { AppError } from '#domain/errors.ts'
import { ENROLLMENT_TTL_MS, parseSecondFactorCode } from '#domain/second-factor.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { CLOCKS_APART_MS } from '../../limits.ts'
import { postLetter } from '../letters/post-letter.ts'
import { spendTotp, wrongCode } from './check-second-factor.ts'
import { factorOnLetter } from './letters.ts'
import { factorTries, tryOnce } from './login-tries.ts'
import { inOwnAccount } from './own-account.ts'
import { endSessions } from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Brings the key that was started into force with a code of it, and ends every session that was opened without one. */
export async function confirmSecondFactor(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  actor: Actor,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const at = deps.now()
  const started = await deps.db
    .selectFrom('secondFactors')
    .selectAll()
    .where('userId', '=', actor.userId)
    .where('confirmedAt', 'is', null)
    .where('startedAt', '>', new Date(at.getTime() - ENROLLMENT_TTL_MS))
    // What lies further ahead was started by a clock that has since been put back.
    .where('startedAt', '<=', new Date(at.getTime() + CLOCKS_APART_MS))
    .executeTakeFirst()
  if (!started) throw notStarted()
  const recoveryCodes = await tryOnce(deps, factorTries(actor.userId), {
    compare: () => switchOn(deps, actor, { secret: started.secret, code, at }),
  })
  if (!recoveryCodes) throw wrongCode('invalid')
  return { recoveryCodes }
}

/** Answers undefined when the code is wrong. */
const switchOn = (
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  actor: Actor,
  { secret, code, at }: { secret: string; code: string; at: Date },
): Promise<string[] | undefined> =>
  inOwnAccount(deps, { actor }, async (trx) => {
    const { userId } = actor
    if (!(await spendTotp(trx, deps, { userId, secret, code: parseSecondFactorCode(code)?.code ?? '' })))
      return undefined
    const confirmed = await trx
      .updateTable('secondFactors')
      .set({ confirmedAt: at })
      .where('userId', '=', userId)
      .where('secret', '=', secret)
      .where('confirmedAt', 'is', null)
      .executeTakeFirst()
    if (confirmed.numUpdatedRows === 0n) throw notStarted()
    const recoveryCodes = await replaceRecoveryCodes(trx, deps, userId)
    await endSessions(trx, { userId, except: actor.sessionId, at })
    await postLetter(trx, deps, { to: actor.email, ...factorOnLetter(actor) })
    await audit(trx, actor, { at, action: 'account.second-factor-on', subject: `user:${userId}` })
    return recoveryCodes
  })

const notStarted = () => new AppError('conflict', 'Start again: the key you were shown is no longer good.')
