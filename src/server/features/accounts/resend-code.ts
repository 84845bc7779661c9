import type { Deps } from '../../deps.ts'
import { findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'

/** Mails a new confirmation code when the address waits for one and its limits allow it; tells nobody which. */
export async function resendCode(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  input: { email: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, input.email)
    if (user && !user.confirmedAt) await sendCode(trx, deps, { user, purpose: 'CONFIRM' })
  })
}
