import { useParams } from 'react-router'
import { LayoutScreen } from '#web/features/trials/layout/layout-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { screens } from './pages.ts'

export function Component() {
  const { trialId = '' } = useParams()
  usePageTitle(screens.adminTrialLayout.title)
  return <LayoutScreen trialId={trialId} backTo={paths.adminTrial(trialId)} />
}
