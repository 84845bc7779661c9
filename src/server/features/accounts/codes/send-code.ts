import { CODE_TTL_MS, type CodePurpose } from '#domain/accounts.ts'
import type { Database, User } from '../../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { queueEmail } from '../../emails/queue-email.ts'
import { confirmationEmail, resetEmail } from '../emails.ts'
import { consumeCodeLimit, issueCode } from './codes.ts'

const TEMPLATES = { CONFIRM: confirmationEmail, RESET: resetEmail } satisfies Record<CodePurpose, unknown>

/** Sends a new code. Returns 0, or the seconds to wait when the address is rate limited. */
export async function sendCode(
  trx: Database,
  deps: Pick<Deps, 'keys' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  { user, purpose }: { user: Pick<User, 'id' | 'email' | 'fullName'>; purpose: CodePurpose },
): Promise<number> {
  const waitSeconds = await consumeCodeLimit(trx, deps, { email: user.email, purpose })
  if (waitSeconds > 0) return waitSeconds
  const code = await issueCode(trx, deps, { userId: user.id, purpose })
  const sentEmail = TEMPLATES[purpose]({ fullName: user.fullName, code })
  await queueEmail(trx, deps, { to: user.email, ...sentEmail, expiresInMs: CODE_TTL_MS })
  return 0
}
