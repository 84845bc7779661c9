import { Outlet, useBlocker, useLocation } from 'react-router'
import { lateComponent, withWaiting } from '#web/lib/late-code.tsx'
import { canUseDashboard } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { unsaved } from '#web/ui/form/unsaved.ts'
import { DiscardQuestion } from '#web/ui/overlay/discard-question.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { FrameStandIn } from '../missing-code/frame-stand-in.tsx'
import { Component as DashboardLayout } from './dashboard-layout.tsx'

const PublicLayout = withWaiting(
  lateComponent(async () => (await import('./public-layout.tsx')).Component, FrameStandIn),
  <PageSpinner />,
)

/**
 * The layout of all screens behind the login: the dashboard for approved people, the public pages for others. It stays from screen
 * to screen; the guards inside decide who may open which.
 */
export const Component = () => (
  <>
    <Frame />
    <LeaveQuestion />
  </>
)

function Frame() {
  const { user, check } = useSession()
  if (!user || check === 'running') return <Outlet />
  if (canUseDashboard(user)) return <DashboardLayout />
  return <PublicLayout />
}

/** Links and the browser's Back ask before they lose what was entered: once, also while the screen just left is still shown. */
function LeaveQuestion() {
  const { key } = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.key === key && unsaved.exists(currentLocation.pathname === nextLocation.pathname),
  )
  if (blocker.state !== 'blocked') return null
  return <DiscardQuestion onDiscard={blocker.proceed} onKeep={blocker.reset} />
}
