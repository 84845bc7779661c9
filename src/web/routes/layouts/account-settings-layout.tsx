import { canUseDashboard } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Component as DashboardLayout } from './dashboard-layout.tsx'
import { Component as PublicLayout } from './public-layout.tsx'

/** The layout of the account settings: the dashboard for approved people, the public pages for others. */
export function Component() {
  const { user } = useSession()
  return user && canUseDashboard(user) ? <DashboardLayout /> : <PublicLayout />
}
