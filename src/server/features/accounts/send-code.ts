import type { Kysely } from 'kysely'
import { CODE_TTL_MS, type CodePurpose } from '#domain/accounts.ts'
import type { Schema, User } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { issueCode, takeCodeHit } from './codes.ts'
import { confirmationLetter, resetLetter } from './letters.ts'

const LETTERS = { CONFIRM: confirmationLetter, RESET: resetLetter } satisfies Record<CodePurpose, unknown>

/** Mails a new code unless the limits of the address forbid it; answers the seconds to wait then, else 0. */
export async function sendCode(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'keys' | 'now' | 'queue'>,
  { user, purpose }: { user: Pick<User, 'id' | 'email' | 'fullName'>; purpose: CodePurpose },
): Promise<number> {
  const waitSeconds = await takeCodeHit(trx, deps, user.email)
  if (waitSeconds > 0) return waitSeconds
  const code = await issueCode(trx, deps, { userId: user.id, purpose })
  const letter = LETTERS[purpose]({ fullName: user.fullName, code })
  await postLetter(trx, deps, { to: user.email, ...letter, goodForMs: CODE_TTL_MS })
  return 0
}
