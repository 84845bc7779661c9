import { useSearchParams } from 'react-router'
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
  usePageTitle(screens.myMap.title)
  if (!isStaff && analysisRequestId === null && projectType !== null)
    return <MapScreen of={{ projectType }} back={{ to: paths.myMaps(projectType), name: 'Maps' }} />
  const userId = address.get('customer')
  if (isStaff && analysisRequestId === null && userId !== null)
    return <MapScreen of={{ userId }} back={{ to: paths.adminUser(userId), name: 'User' }} />
  const withProducts = isStaff && address.get('products') === 'true' ? 'true' : undefined
  return (
    <MapScreen
      of={analysisRequestId ? { analysisRequestId, withProducts } : null}
      back={{ to: request(analysisRequestId ?? ''), name: 'Request' }}
      extra={
        withProducts && analysisRequestId
          ? { id: 'runs', title: 'Runs', renderBody: () => <RunsTab analysisRequestId={analysisRequestId} /> }
          : undefined
      }
    />
  )
}
