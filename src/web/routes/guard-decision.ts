import type { Role } from '#domain/accounts.ts'
import { defaultPathOf, paths } from '#web/lib/paths.ts'
import type { Session } from '#web/lib/session/session.ts'

export type GuardRules = {
  allow: readonly Role[]
  /** Redirects people without an approved account to the home page. */
  approvedOnly?: boolean
  /** Also allows people with a required action, because this screen is where they do it. */
  allowRequiredAction?: boolean
  /** Where visitors who are not signed in are redirected. */
  redirectTo?: string
}

type Decision =
  | { is: 'checking' }
  | { is: 'unknown' }
  | { is: 'allowed' }
  | { is: 'signed-out' | 'wrong-role' | 'not-approved' | 'required-action'; to: string }

/** Decides what a person sees who opens a protected screen. */
export function decide(
  { user, check }: Session,
  { allow, approvedOnly, allowRequiredAction, redirectTo = paths.home() }: GuardRules,
): Decision {
  if (check === 'running') return { is: 'checking' }
  if (!user) return { is: 'signed-out', to: redirectTo }
  if (user.roles.length === 0) return { is: 'unknown' }
  if (!user.roles.some((role) => allow.includes(role))) return { is: 'wrong-role', to: defaultPathOf(user) }
  if (approvedOnly && user.userStatus !== 'APPROVED') return { is: 'not-approved', to: paths.home() }
  if (user.requiredAction && !allowRequiredAction) return { is: 'required-action', to: paths.account() }
  return { is: 'allowed' }
}
