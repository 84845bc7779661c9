import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { Role } from '#domain/accounts.ts'
import { session, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { homeOf, paths } from './paths.ts'

type GuardProps = {
  allow: readonly Role[]
  /** Customers whose account is not approved are sent home. */
  approvedOnly?: boolean
  /** Where visitors who are not signed in are sent. */
  redirectTo?: string
}

export function Guard({ allow, approvedOnly = false, redirectTo = '/' }: GuardProps) {
  const { user, check, left } = useSession()
  const { pathname, search, hash } = useLocation()

  if (check === 'running') return <PageSpinner />
  if (!user) return <Navigate to={redirectTo} replace state={left ? null : { origin: `${pathname}${search}${hash}` }} />
  if (check === 'failed' || user.roles.length === 0) return <RoleCheckFails />
  if (!user.roles.some((role) => allow.includes(role))) return <TurnAway to={homeOf(user)} />
  if (approvedOnly && user.userStatus !== 'APPROVED') return <Navigate to={paths.home()} replace />
  return <Outlet />
}

function TurnAway({ to }: { to: string }) {
  useEffect(() => toast.error('Insufficient permissions'), [])
  return <Navigate to={to} replace />
}

const RoleCheckFails = () => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6">
    <p role="alert" className="text-lg">
      role check fails
    </p>
    <div className="flex gap-3">
      <Button onClick={() => void session.recheck()}>Try Again</Button>
      <Button variant="secondary" onClick={() => session.logOut()}>
        Log Out
      </Button>
    </div>
  </main>
)
