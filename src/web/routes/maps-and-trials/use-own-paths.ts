import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'

const OF_STAFF = { isStaff: true, trials: paths.adminTrials, trial: paths.adminTrial, request: paths.adminRequest }
const OF_CUSTOMERS = { isStaff: false, trials: paths.myTrials, trial: paths.myTrial, request: paths.myRequest }

/** Screens that staff and customers have, each below their own dashboard, and the projects that a customer may choose there. */
export function useOwnPaths() {
  const { user } = useSession()
  if (user?.roles.includes('ADMIN')) return { ...OF_STAFF, projects: [] }
  return { ...OF_CUSTOMERS, projects: user?.assignedProjects ?? [] }
}
