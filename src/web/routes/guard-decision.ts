import type { Role } from '#domain/accounts.ts'
import { defaultPathOf, paths } from '#web/lib/paths.ts'
import type { Session } from '#web/lib/session/session.ts'

export type GuardRules = {
  allow: readonly Role[]
  /** People whose account is not approved are sent home. */
  approvedOnly?: boolean
  /** Open also to whoever has something to do before anything else: it is done here. */
  allowRequiredAction?: boolean
  /** Where visitors who are not signed in are sent. */
  redirectTo?: string
}

type Verdict =
  | { is: 'checking' }
  | { is: 'unknown' }
  | { is: 'let-in' }
  | { is: 'signed-out' | 'wrong-role' | 'not-approved' | 'due'; to: string }

/** What becomes of whoever opens a protected screen. */
export function judge(
  { user, check }: Session,
  { allow, approvedOnly, allowRequiredAction, redirectTo = paths.home() }: GuardRules,
): Verdict {
  if (check === 'running') return { is: 'checking' }
  if (!user) return { is: 'signed-out', to: redirectTo }
  if (user.roles.length === 0) return { is: 'unknown' }
  if (!user.roles.some((role) => allow.includes(role))) return { is: 'wrong-role', to: defaultPathOf(user) }
  if (approvedOnly && user.userStatus !== 'APPROVED') return { is: 'not-approved', to: paths.home() }
  if (user.due && !allowRequiredAction) return { is: 'due', to: paths.account() }
  return { is: 'let-in' }
}
