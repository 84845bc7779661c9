import { useParams } from 'react-router'
import { TrialScreen } from '#web/features/trials/overview/trial-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { screens } from '../pages.ts'
import { useOwnPaths } from './use-own-paths.ts'

export function Component() {
  const { trialId = '' } = useParams()
  const { trials, projects } = useOwnPaths()
  usePageTitle(screens.myTrial.title)
  return <TrialScreen trialId={trialId} backTo={trials()} projects={projects} />
}
