import { defaultPathOf, paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'

/** The first thing to do next: an account, or the dashboard of whoever has one already. Nothing while it waits for approval. */
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
