import { Link } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { homeOf, paths } from '#web/routes/paths.ts'

/** The first thing to do next: an account, or the dashboard of whoever has one already. Nothing while it waits for approval. */
export function StartLink({ className }: { className: string }) {
  const { user } = useSession()
  if (!user) {
    return (
      <Link to={paths.signUp()} className={className}>
        Create an account
      </Link>
    )
  }
  if (user.userStatus !== 'APPROVED') return null
  return (
    <Link to={homeOf(user)} className={className}>
      Open your dashboard
    </Link>
  )
}
