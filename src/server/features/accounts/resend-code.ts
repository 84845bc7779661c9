import type { Caller } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { askForCode } from './mail-code.ts'

/** Mails a new confirmation code when the address waits for one and its limits allow it; tells nobody which. */
export const resendCode = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  caller: Caller,
  { email }: { email: string },
): Promise<void> => askForCode(deps, caller, { email, purpose: 'CONFIRM' })
