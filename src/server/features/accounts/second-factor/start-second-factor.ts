import type { NewSecondFactor } from '#contract/second-factor.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { changeOwnAccount } from '../locked-account.ts'
import { verifyCurrentPassword } from '../passwords/verify-current-password.ts'
import { generateTotpSecret } from './totp.ts'

/** Creates a TOTP secret for the user's authenticator app. It is enabled with its first code. Until then a new start replaces it. */
export async function startSecondFactor(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  actor: Actor,
  input: { currentPassword: string },
): Promise<NewSecondFactor> {
  const proven = await verifyCurrentPassword(deps, actor, input)
  const { encrypted, key, uri } = generateTotpSecret(deps, { id: actor.userId, email: actor.email })
  const row = { secret: encrypted, startedAt: deps.now(), lastStep: 0 }
  const started = await changeOwnAccount(deps, { actor, proven }, (trx) =>
    trx
      .insertInto('secondFactors')
      .values({ ...row, userId: actor.userId, confirmedAt: null })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet(row).where('secondFactors.confirmedAt', 'is', null),
      )
      .returning('userId')
      .executeTakeFirst(),
  )
  if (!started) throw new AppError('conflict', 'Your account already has a second factor. Turn it off first.')
  return { key, uri }
}
