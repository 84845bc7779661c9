import type { AnalysisRow } from '#contract/analyses.ts'
import { isReportCategory, OUTPUT_NAMES } from '#domain/analyses.ts'
import { photoText } from '#domain/archive/photos.ts'
import { formatBytes } from '#domain/units.ts'

/** Photos and size of the last archive of a request, and its outputs, on one line. It is cut where there is no room; in full on hover. */
export function RequestFacts({
  row,
}: {
  row: Pick<AnalysisRow, 'receipts' | 'fileSizes' | 'reportCategories' | 'purgeOn'>
}) {
  const text = [
    row.purgeOn === null ? '' : 'Deleted',
    ...photosOf(row.receipts.slice(0, 1)),
    sizeOf(row.fileSizes.slice(0, 1)),
    outputsOf(row.reportCategories),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <span title={text} className="block text-bench/5 font-normal text-muted tabular-nums @table:truncate">
      {text}
    </span>
  )
}

/** Of archives that have been looked into. */
const photosOf = (receipts: AnalysisRow['receipts']): string[] =>
  receipts.flatMap(({ inspection }) => (inspection?.contents ? [photoText(inspection.contents)] : []))

const sizeOf = (sizes: readonly number[]): string =>
  sizes.length > 0 ? formatBytes(sizes.reduce((sum, size) => sum + size, 0)) : ''

const outputsOf = (categories: readonly string[]): string =>
  categories
    .map((id) => (isReportCategory(id) ? OUTPUT_NAMES[id] : id))
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())
