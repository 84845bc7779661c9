import type { ComponentProps } from 'react'
import { MapFacts, OpenMapLink } from '#web/features/maps/list/open-map-link.tsx'
import { AdminReportDialog } from '#web/features/reports/admin-report-dialog.tsx'
import { paths } from '#web/lib/paths.ts'

type FileOfReport = ComponentProps<typeof MapFacts>

const MapLink = (file: FileOfReport) => <OpenMapLink {...file} mapPath={paths.adminMap(file.analysisRequestId)} />

type StaffReportDialogProps = Omit<ComponentProps<typeof AdminReportDialog>, 'MapFacts' | 'MapLink'>

export const StaffReportDialog = (props: StaffReportDialogProps) => (
  <AdminReportDialog {...props} MapFacts={MapFacts} MapLink={MapLink} />
)
