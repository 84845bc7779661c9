import { TrialParts as Parts } from '#web/features/trials/overview/trial-parts.tsx'
import type { Trial } from '#web/features/trials/trial-queries.ts'
import { lateDialog } from '#web/lib/late-part.tsx'
import { useOwnPaths } from './use-own-paths.ts'

const AddMapsDialog = lateDialog(
  async () => (await import('#web/features/uploads/maps/add-maps-dialog.tsx')).AddMapsDialog,
)

/** The flights and plots of a trial; customers add own maps beside them. */
export function TrialParts({ trial }: { trial: Trial }) {
  const { isStaff, projects } = useOwnPaths()
  return <Parts trial={trial} projects={projects} addMaps={isStaff ? undefined : AddMapsDialog} />
}
