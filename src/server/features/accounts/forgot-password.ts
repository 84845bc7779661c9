import type { Deps } from '../../deps.ts'
import { findUserByEmail } from './queries.ts'
import { sendCode } from './send-code.ts'

/** Mails a reset code to a confirmed account when its limits allow it; tells nobody whether there is one. */
export async function forgotPassword(
  deps: Pick<Deps, 'db' | 'keys' | 'now' | 'queue'>,
  input: { email: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, input.email)
    if (user?.confirmedAt) await sendCode(trx, deps, { user, purpose: 'RESET' })
  })
}
