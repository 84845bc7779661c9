import type { AnalysisOfUser } from '#contract/analyses.ts'
import { PAGE_SIZE_MAX } from '#contract/endpoint.ts'
import { isReportCategory, REPORT_CATEGORIES, statusLabel } from '#domain/analyses.ts'
import { type CsvColumn, csvPieces } from '#domain/csv.ts'
import { displayFileName } from '#domain/file-names.ts'
import { showName } from '#domain/shown-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { fetchAllAnalyses, type RequestsView } from './analysis-queries.ts'

const COLUMNS: readonly CsvColumn<AnalysisOfUser>[] = [
  ['Request', (row) => row.analysisRequestId],
  ['Full Name', (row) => showName(row.user.fullName)],
  ['Email', (row) => showName(row.user.email)],
  ['Project Name', (row) => projectTypeLabel(row.projectType)],
  ['Submitted At (UTC)', (row) => row.submittedTime],
  ['Status', (row) => statusLabel(row.status)],
  ['File Name', (row) => row.fileUrls.map(displayFileName).join(', ')],
  ['Bytes', (row) => row.fileSizes.join(', ')],
  ['Requested outputs', (row) => row.reportCategories.map(outputLabel).join(', ')],
  ['Description', (row) => row.description],
  ['Message', (row) => row.message ?? ''],
  ['Report files', (row) => String(row.reportFiles)],
]

const outputLabel = (id: string): string => (isReportCategory(id) ? REPORT_CATEGORIES[id] : id)

/** All requests that the search matches, in the order of the screen. */
export const exportRequests = (view: RequestsView) => (signal: AbortSignal) =>
  csvPieces(COLUMNS, (after) => fetchAllAnalyses(view, { after, pageSize: PAGE_SIZE_MAX, signal }))
