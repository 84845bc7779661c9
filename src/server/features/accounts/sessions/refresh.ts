import type { LoginData } from '#contract/accounts.ts'
import { sessionEndsAt } from '#domain/accounts.ts'
import { REFRESHES_PER_SESSION } from '#domain/rate-limits.ts'
import { seconds } from '#domain/units.ts'
import type { Caller } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { CLOCK_SKEW_MAX_MS, consumeRateLimit, tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { tokenReuseEmail } from '../emails.ts'
import { sessionEnded } from '../locked-account.ts'
import { presentLogin } from './login-data.ts'
import { readRefreshToken } from './tokens.ts'

const REUSE_GRACE_MS = seconds(10)

/**
 * Exchanges a refresh token for its successor. A repeat (a lost response, two tabs) gets the same successor while that one
 * was never used, or within 10 s of the first use, and until its access token is used. An older token means
 * theft and ends the session. An unattended refresh renews the tokens, but does not extend the session.
 */
export async function refresh(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl' | 'staffSecondFactor'>,
  caller: Caller,
  input: { refreshToken: string; unattended?: boolean | undefined },
): Promise<LoginData> {
  const token = readRefreshToken(deps, input.refreshToken)
  if (!token) throw sessionEnded()
  const rotated = await deps.db.transaction().execute(async (trx) => {
    const limits = [REFRESHES_PER_SESSION]
    const waitSeconds = await consumeRateLimit(trx, `refresh:${token.sessionId}`, { limits, now: deps.now() })
    if (waitSeconds > 0) throw tooManyRequests('Too many requests. Try again in a moment.', waitSeconds)
    return rotate(trx, deps, { ...token, caller, attended: input.unattended !== true })
  })
  if (!rotated) throw sessionEnded()
  const { user, ...session } = rotated
  return presentLogin(deps, user, { id: token.sessionId, ...session })
}

async function rotate(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'> & WithConfig<'publicUrl'>,
  token: Generation & { caller: Caller; attended: boolean },
) {
  const now = deps.now()
  const session = await trx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', token.sessionId)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!session || token.generation > session.generation) return undefined
  const user = await trx.selectFrom('users').selectAll().where('id', '=', session.userId).executeTakeFirstOrThrow()
  if (sessionEndsAt({ ...session, role: user.role }) <= now) return undefined
  const used = { sessionId: session.id, generation: token.generation }

  const isOld = token.generation < session.generation - 1 && !(await isWithinReuseGrace(trx, used, now))
  if (isOld || token.generation < session.usedGeneration) {
    await trx.updateTable('sessions').set({ endedAt: now }).where('id', '=', session.id).execute()
    await audit(trx, token.caller, { at: now, action: 'session.replayed', subject: `user:${user.id}` })
    await queueEmail(trx, deps, { to: user.email, ...tokenReuseEmail(user) })
    return undefined
  }
  if (token.generation === session.generation) {
    await recordRotation(trx, used, now)
    await trx
      .updateTable('sessions')
      .set({ generation: session.generation + 1, ...(token.attended ? { usedAt: now } : {}) })
      .where('id', '=', session.id)
      .execute()
  }
  return { user, generation: token.generation + 1, accountId: session.accountId }
}

type Generation = { sessionId: string; generation: number }

/** Later times were written while the clock was ahead. */
const latest = (now: Date): Date => new Date(now.getTime() + CLOCK_SKEW_MAX_MS)

/** Records a rotation and deletes those outside the grace period. */
async function recordRotation(trx: Database, rotation: Generation, now: Date): Promise<void> {
  const earliest = new Date(now.getTime() - REUSE_GRACE_MS)
  await trx
    .insertInto('rotations')
    .values({ ...rotation, usedAt: now })
    .execute()
  await trx
    .deleteFrom('rotations')
    .where('sessionId', '=', rotation.sessionId)
    .where((is) => is.or([is('usedAt', '<', earliest), is('usedAt', '>', latest(now))]))
    .execute()
}

async function isWithinReuseGrace(trx: Database, used: Generation, now: Date): Promise<boolean> {
  const rotation = await trx
    .selectFrom('rotations')
    .select('usedAt')
    .where('sessionId', '=', used.sessionId)
    .where('generation', '=', used.generation)
    .executeTakeFirst()
  if (!rotation || rotation.usedAt > latest(now)) return false
  return now.getTime() - rotation.usedAt.getTime() <= REUSE_GRACE_MS
}
