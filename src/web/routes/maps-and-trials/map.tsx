import { useSearchParams } from 'react-router'
import { projectTypeLabel } from '#domain/users.ts'
import { useAnalysis, useMyAnalysis } from '#web/features/analyses/analysis-queries.ts'
import { MapScreen } from '#web/features/maps/map-screen.tsx'
import { lateComponent } from '#web/lib/late-code.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { screens } from '../pages.ts'
import { useOwnPaths } from './use-own-paths.ts'

const RunsTab = lateComponent(
  async () => (await import('#web/features/processing/runs-tab.tsx')).RunsTab,
  (props) => <LoadFailed title="The runs could not be loaded" {...props} />,
)

export function Component() {
  const [address] = useSearchParams()
  const { isStaff, request } = useOwnPaths()
  const [analysisRequestId, projectType] = [address.get('request'), address.get('project')]
  const { title } = screens.myMap
  const { data: asStaff } = useAnalysis(isStaff ? analysisRequestId : null)
  const { data: own } = useMyAnalysis(isStaff ? null : analysisRequestId)
  const project = (asStaff ?? own)?.projectType
  usePageTitle(title)
  if (!isStaff && analysisRequestId === null && projectType !== null)
    return (
      <MapScreen
        of={{ projectType }}
        back={{ to: paths.myMaps(projectType), name: 'Maps' }}
        title={projectTypeLabel(projectType)}
      />
    )
  const userId = address.get('customer')
  if (isStaff && analysisRequestId === null && userId !== null)
    return <MapScreen of={{ userId }} back={{ to: paths.adminUser(userId), name: 'User' }} title={title} />
  const withProducts = isStaff && address.get('products') === 'true' ? 'true' : undefined
  return (
    <MapScreen
      of={analysisRequestId ? { analysisRequestId, withProducts } : null}
      back={{ to: request(analysisRequestId ?? ''), name: 'Request' }}
      title={project ? projectTypeLabel(project) : title}
      extra={
        withProducts && analysisRequestId
          ? { id: 'runs', title: 'Runs', renderBody: () => <RunsTab analysisRequestId={analysisRequestId} /> }
          : undefined
      }
    />
  )
}
