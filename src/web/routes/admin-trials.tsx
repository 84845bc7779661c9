import { TrialsScreen } from '#web/features/trials/overview/trials-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { screens } from './pages.ts'

export function Component() {
  usePageTitle(screens.adminTrials.title)
  return <TrialsScreen projects={null} pathOf={paths.adminTrial} />
}
