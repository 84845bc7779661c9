import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { lateComponent } from '#web/lib/late-code.tsx'
import { canUseDashboard } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { FrameStandIn } from '../missing-code/frame-stand-in.tsx'
import { Component as DashboardLayout } from './dashboard-layout.tsx'

const PublicLayout = lateComponent(async () => (await import('./public-layout.tsx')).Component, FrameStandIn)

/**
 * The layout of all screens behind the login: the dashboard for approved people, the public pages for others. It stays from screen
 * to screen; the guards inside decide who may open which.
 */
export function Component() {
  const { user, check } = useSession()
  if (!user || check === 'running') return <Outlet />
  if (canUseDashboard(user)) return <DashboardLayout />
  return (
    <Suspense fallback={<PageSpinner />}>
      <PublicLayout />
    </Suspense>
  )
}
