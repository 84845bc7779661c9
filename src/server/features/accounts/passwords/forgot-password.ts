import type { Caller } from '../../../actor.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { requestCode } from '../codes/request-code.ts'

/** Emails a reset code to a confirmed account if its rate limits allow it. Never reveals whether the account exists. */
export const forgotPassword = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'limitFactor'>,
  caller: Caller,
  { email }: { email: string },
): Promise<void> => requestCode(deps, caller, { email, purpose: 'RESET' })
