import { useSearchParams } from 'react-router'
import { MapScreen } from '#web/features/maps/map-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { screens } from './pages.ts'

export function Component() {
  const [address] = useSearchParams()
  const analysisRequestId = address.get('request') ?? ''
  usePageTitle(screens.adminMap.title)
  const withProducts = address.get('products') === 'true'
  return <MapScreen {...{ analysisRequestId, withProducts }} backTo={paths.adminRequest(analysisRequestId)} />
}
