import { defaultPathOf, paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'

/** A link to the registration, or to the dashboard for people who are signed in. Nothing while the account is not approved. */
export function StartLink({ className }: { className: string }) {
  const { user } = useSession()
  if (!user) {
    return (
      <a href={paths.signUp()} className={`${className} for-visitors`}>
        Create an account
      </a>
    )
  }
  if (user.userStatus !== 'APPROVED') return null
  return (
    <a href={defaultPathOf(user)} className={className}>
      Open your dashboard
    </a>
  )
}
