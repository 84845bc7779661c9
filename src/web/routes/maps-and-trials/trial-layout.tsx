import { useParams } from 'react-router'
import { LayoutScreen } from '#web/features/trials/layout/layout-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { screens } from '../pages.ts'
import { useOwnPaths } from './use-own-paths.ts'

export function Component() {
  const { trialId = '' } = useParams()
  const { trial } = useOwnPaths()
  usePageTitle(screens.myTrialLayout.title)
  return <LayoutScreen trialId={trialId} backTo={trial(trialId)} />
}
