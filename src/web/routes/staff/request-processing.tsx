import { MapNote } from '#web/features/maps/list/map-note.tsx'
import { OpenMapLink } from '#web/features/maps/list/open-map-link.tsx'
import { ProcessingSection } from '#web/features/processing/processing-section.tsx'
import type { ProductFileProps } from '#web/features/processing/run-products.tsx'
import { ReportFileRow } from '#web/features/reports/report-file-row.tsx'
import { paths } from '#web/lib/paths.ts'
import { refreshRequest } from '../refresh-request.ts'

/** The runs of a request, and what they made, which opens as the files of its report do. */
export const RequestProcessing = ({ analysisRequestId }: { analysisRequestId: string }) => (
  <ProcessingSection
    analysisRequestId={analysisRequestId}
    ProductFile={ProductFile}
    mapPath={paths.adminMapWithProducts(analysisRequestId)}
    onAttached={refreshRequest}
  />
)

/** A product of a run, which opens as the files of a report do. */
function ProductFile({ isAttached, ...shown }: ProductFileProps) {
  const { analysisRequestId, file } = shown
  const mapLink = (
    <OpenMapLink
      analysisRequestId={analysisRequestId}
      mapId={file.mapId}
      mapPath={paths.adminMapWithProducts(analysisRequestId)}
      withProducts
    />
  )
  const mapNote = <MapNote analysisRequestId={analysisRequestId} mapId={file.mapId} />
  return <ReportFileRow {...shown} product={{ isAttached, mapLink, mapNote }} />
}
