import type { ComponentProps } from 'react'
import { MapFacts, OpenMapLink } from '#web/features/maps/list/open-map-link.tsx'
import { ProcessedReports } from '#web/features/reports/processed-reports.tsx'
import { paths } from '#web/lib/paths.ts'

type FileOfReport = ComponentProps<typeof MapFacts>

const MapLink = (file: FileOfReport) => <OpenMapLink {...file} mapPath={paths.myMap(file.analysisRequestId)} />

type MyReportDialogProps = Omit<ComponentProps<typeof ProcessedReports>, 'MapFacts' | 'MapLink'>

export const MyReportDialog = (props: MyReportDialogProps) => (
  <ProcessedReports {...props} MapFacts={MapFacts} MapLink={MapLink} />
)
