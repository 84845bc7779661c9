import { TrialsScreen } from '#web/features/trials/overview/trials-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { screens } from './pages.ts'

export function Component() {
  const { user } = useSession()
  usePageTitle(screens.myTrials.title)
  return <TrialsScreen projects={user?.assignedProjects ?? []} pathOf={paths.myTrial} />
}
