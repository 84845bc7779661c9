import type { RecoveryCodes } from '#contract/second-factor.ts'
import { AppError } from '#domain/errors.ts'
import { ENROLLMENT_TTL_MS, parseSecondFactorCode } from '#domain/second-factor.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS } from '../../../rate-limits/sliding-window.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { secondFactorEnabledEmail } from '../emails.ts'
import { changeOwnAccount } from '../locked-account.ts'
import { runAttempt, secondFactorAttempts } from '../passwords/login-attempts.ts'
import { endSessions } from '../queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { redeemTotp, wrongCode } from './verify-second-factor.ts'

/** Enables the second factor with a code of the new secret, and ends all other sessions. */
export async function confirmSecondFactor(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
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
    // A later time was written while the clock was ahead.
    .where('startedAt', '<=', new Date(at.getTime() + CLOCK_SKEW_MAX_MS))
    .executeTakeFirstOrThrow(notStarted)
  const recoveryCodes = await runAttempt(deps, secondFactorAttempts(actor.userId), {
    compare: () => enable(deps, actor, { secret: started.secret, code, at }),
  })
  if (!recoveryCodes) throw wrongCode('invalid')
  return { recoveryCodes }
}

/** Returns undefined when the code is wrong. */
const enable = (
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { secret, code, at }: { secret: string; code: string; at: Date },
): Promise<string[] | undefined> =>
  changeOwnAccount(deps, { actor }, async (trx) => {
    const { userId } = actor
    if (!(await redeemTotp(trx, deps, { userId, secret, code: parseSecondFactorCode(code)?.code ?? '' })))
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
    await queueEmail(trx, deps, { to: actor.email, ...secondFactorEnabledEmail(actor) })
    await audit(trx, actor, { at, action: 'account.second-factor-on', subject: `user:${userId}` })
    return recoveryCodes
  })

const notStarted = () => new AppError('conflict', 'This key has expired. Start again to get a new one.')
