import { TrialsScreen } from '#web/features/trials/overview/trials-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { screens } from '../pages.ts'
import { useOwnPaths } from './use-own-paths.ts'

export function Component() {
  const { isStaff, trial, projects } = useOwnPaths()
  usePageTitle(screens.myTrials.title)
  return <TrialsScreen projects={isStaff ? null : projects} pathOf={trial} />
}
