import type { Report } from '#contract/reports.ts'
import { NO_REMARKS } from '#domain/reports.ts'
import { isStaff } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { makersOf } from '../files/made-by.ts'
import { presentReceipt, signFileUrl } from '../files/present-file.ts'
import { signReportArchiveUrl } from './download/archive-link.ts'
import { listVersions } from './list-versions.ts'
import { presentReportFile } from './present-report-file.ts'
import { listReportFiles } from './queries.ts'

/** The report of a request, or null. Customers see only the published files of their own processed requests, staff see all. */
export async function getReport(
  deps: Pick<Deps, 'db' | 'storage' | 'queue'> & DownloadDeps,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<Report | null> {
  const analysis = await loadAnalysis(deps.db, actor, analysisRequestId)
  const files = await listReportFiles(deps.db, actor, analysis.id)
  if (files.length === 0) return null
  const isPublished = files.some(({ publishedAt }) => publishedAt !== null)
  const report = await (isPublished ? publication : newestDraft)(deps.db, analysis.id)
  if (!report) return null
  const makerOf = await makersOf(deps.db, files)
  const mayDownload = actor.link?.mayDownload ?? true
  const urls = mayDownload ? await Promise.all(files.map((file) => signFileUrl(deps, file))) : []
  return {
    updatedBy: { fullName: report.fullName, email: report.email },
    updatedTime: report.updatedAt.toISOString(),
    remarks: report.remarks || NO_REMARKS,
    reportUrls: urls,
    reportSizes: files.map((file) => file.bytes),
    receipts: files.map((file) => presentReceipt(file, { forStaff: isStaff(actor) })),
    files: await Promise.all(
      files.map((file, index) => presentReportFile(deps, file, { url: urls[index] ?? null, madeBy: makerOf(file) })),
    ),
    allFilesUrl: actor.link ? '' : signReportArchiveUrl(deps, { ...actor, analysisId: analysis.id }),
    versions: await listVersions(deps, { analysisId: analysis.id, forStaff: isStaff(actor), remarks: report.remarks }),
  }
}

const publication = (db: Database, analysisId: string) =>
  db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.updatedBy')
    .select(['remarks', 'updatedAt', 'users.fullName', 'users.email'])
    .where('analysisId', '=', analysisId)
    .executeTakeFirst()

/** Stands in for a report that was never published. Only staff see it. */
const newestDraft = (db: Database, analysisId: string) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.addedBy')
    .select(['files.remarks', 'files.createdAt as updatedAt', 'users.fullName', 'users.email'])
    .where('files.analysisId', '=', analysisId)
    .where('files.kind', '=', 'REPORT')
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id', 'desc')
    .executeTakeFirst()
