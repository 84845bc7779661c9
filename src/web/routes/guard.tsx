import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { session, useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { decide, type GuardRules } from './guard-decision.ts'

export function Guard(rules: GuardRules) {
  const current = useSession()
  const { pathname, search, hash } = useLocation()
  const decision = decide(current, rules)
  const origin = current.ending === 'logged-out' ? null : { origin: `${pathname}${search}${hash}` }

  if (decision.is === 'checking') return <PageSpinner />
  if (decision.is === 'unknown') return <UnknownRole />
  if (decision.is === 'wrong-role') return <Redirect to={decision.to} />
  if (decision.is === 'allowed') return <Outlet />
  return <Navigate to={decision.to} replace state={decision.is === 'signed-out' ? origin : null} />
}

function Redirect({ to }: { to: string }) {
  useEffect(() => toast.error('Insufficient permissions'), [])
  return <Navigate to={to} replace />
}

const UnknownRole = () => (
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
