import { AppError } from '#domain/errors.ts'
import type { Caller } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { redeemCode } from '../codes/codes.ts'
import { findUserByEmail } from '../queries.ts'
import { announceSignUp } from './announce-sign-up.ts'

type Confirmation = { email: string; confirmationCode: string }
type Confirming = Pick<Deps, 'db' | 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl' | 'limitFactor'>

/** Confirms an address with the code that was emailed to it. In private mode every failure gets the same response. */
export async function confirmUser(
  deps: Confirming & WithConfig<'accountDisclosure'>,
  caller: Caller,
  input: Confirmation,
): Promise<void> {
  try {
    await confirm(deps, caller, input)
  } catch (error) {
    if (deps.config.accountDisclosure === 'spec' || !(error instanceof AppError)) throw error
    throw new AppError('invalid', 'Invalid confirmation details provided')
  }
}

async function confirm(deps: Confirming, caller: Caller, input: Confirmation): Promise<void> {
  const found = await findUserByEmail(deps.db, input.email)
  if (!found || found.confirmedAt) throw notPending()
  await redeemCode(deps, { userId: found.id, purpose: 'CONFIRM', code: input.confirmationCode }, async (trx, user) => {
    if (user.confirmedAt) throw notPending()
    const confirmedAt = deps.now()
    await trx.updateTable('users').set({ confirmedAt }).where('id', '=', user.id).execute()
    await audit(
      trx,
      { ...caller, userId: user.id },
      { at: confirmedAt, action: 'account.confirmed', subject: `user:${user.id}` },
    )
    // From now on staff can verify them, unless they have decided already.
    if (user.status === 'PENDING') await announceSignUp(trx, deps, user)
  })
}

const notPending = () => new AppError('not-found', 'User not found or already confirmed')
