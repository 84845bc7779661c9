import type { Caller } from '../../../actor.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { requestCode } from '../codes/request-code.ts'

/** Emails a new confirmation code if the address is unconfirmed and its rate limits allow it. The response is always the same. */
export const resendCode = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'limitFactor'>,
  caller: Caller,
  { email }: { email: string },
): Promise<void> => requestCode(deps, caller, { email, purpose: 'CONFIRM' })
