import { canUseDashboard } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Component as WorkLayout } from './dashboard-layout.tsx'
import { Component as PublicLayout } from './public-layout.tsx'

/** Around a person's own screens: at work for those who may work here, else with the public pages. */
export function Component() {
  const { user } = useSession()
  return user && canUseDashboard(user) ? <WorkLayout /> : <PublicLayout />
}
