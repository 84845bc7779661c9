import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { session, useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { type GuardRules, judge } from './guard-decision.ts'

export function Guard(rules: GuardRules) {
  const held = useSession()
  const { pathname, search, hash } = useLocation()
  const verdict = judge(held, rules)
  const origin = held.ending === 'left' ? null : { origin: `${pathname}${search}${hash}` }

  if (verdict.is === 'checking') return <PageSpinner />
  if (verdict.is === 'unknown') return <UnknownRole />
  if (verdict.is === 'wrong-role') return <Redirect to={verdict.to} />
  if (verdict.is === 'let-in') return <Outlet />
  return <Navigate to={verdict.to} replace state={verdict.is === 'signed-out' ? origin : null} />
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
