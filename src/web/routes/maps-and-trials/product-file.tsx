import { MapNote } from '#web/features/maps/list/map-note.tsx'
import { OpenMapLink } from '#web/features/maps/list/open-map-link.tsx'
import type { ProductFileProps } from '#web/features/processing/run-products.tsx'
import { ReportFileRow } from '#web/features/reports/report-file-row.tsx'
import { paths } from '#web/lib/paths.ts'

/** A product of a run, which opens as the files of a report do. */
export function ProductFile({ isAttached, ...shown }: ProductFileProps) {
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
