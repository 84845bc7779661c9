import type { Caller } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { askForCode } from './mail-code.ts'

/** Mails a reset code to a confirmed account when its limits allow it; tells nobody whether there is one. */
export const forgotPassword = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  caller: Caller,
  { email }: { email: string },
): Promise<void> => askForCode(deps, caller, { email, purpose: 'RESET' })
