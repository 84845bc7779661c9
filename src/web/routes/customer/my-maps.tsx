import { MapsScreen } from '#web/features/maps/list/maps-screen.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { AddMapsDialog, DescribeMapDialog, usePreload } from '../dialogs-on-demand.tsx'
import { screens } from '../pages.ts'

export function Component() {
  const { user } = useSession()
  usePageTitle(screens.myMaps.title)
  usePreload(AddMapsDialog)
  return (
    <MapsScreen
      projects={user?.assignedProjects ?? []}
      mapPathOf={paths.myMapOfProject}
      addMaps={AddMapsDialog}
      describeMap={DescribeMapDialog}
    />
  )
}
