import { useSearchParams } from 'react-router'
import { MapScreen } from '#web/features/maps/map-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { screens } from '../pages.ts'
import { useOwnPaths } from './use-own-paths.ts'

export function Component() {
  const [address] = useSearchParams()
  const { isStaff, request } = useOwnPaths()
  const analysisRequestId = address.get('request') ?? ''
  const withProducts = isStaff && address.get('products') === 'true'
  usePageTitle(screens.myMap.title)
  return <MapScreen {...{ analysisRequestId, withProducts }} backTo={request(analysisRequestId)} />
}
