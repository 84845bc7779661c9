import { useParams } from 'react-router'
import { TrialScreen } from '#web/features/trials/overview/trial-screen.tsx'
import { lateComponent } from '#web/lib/late-code.tsx'
import { standIn } from '#web/lib/late-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { screens } from '../pages.ts'
import { useOwnPaths } from './use-own-paths.ts'

const TrialParts = lateComponent(
  async () => (await import('./trial-parts.tsx')).TrialParts,
  standIn('The trial could not be loaded'),
)

export function Component() {
  const { trialId = '' } = useParams()
  const { trials, projects } = useOwnPaths()
  usePageTitle(screens.myTrial.title)
  return <TrialScreen trialId={trialId} backTo={trials()} projects={projects} parts={TrialParts} />
}
