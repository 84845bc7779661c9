import { useParams } from 'react-router'
import { TrialScreen } from '#web/features/trials/overview/trial-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { screens } from './pages.ts'

export function Component() {
  const { trialId = '' } = useParams()
  usePageTitle(screens.adminTrial.title)
  return <TrialScreen trialId={trialId} backTo={paths.adminTrials()} projects={[]} />
}
