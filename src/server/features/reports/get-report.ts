import type { Kysely } from 'kysely'
import type { Report, ReportFile } from '#contract/reports.ts'
import { NO_REMARKS, reportFileKind } from '#domain/reports.ts'
import { hours } from '#domain/units.ts'
import type { Actor } from '../../actor.ts'
import type { Schema, StoredFile } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { presentReceipt, signFileUrl, signInlineUrl, storedNameOfFile } from '../files/present-file.ts'
import { presentModel } from '../files/present-model.ts'
import { presentPoints } from '../files/present-points.ts'
import { signPreviewUrls } from '../files/preview-link.ts'
import { signReportArchiveUrl } from './download/archive-link.ts'
import { listVersions } from './list-versions.ts'
import { listReportFiles, viewerOf } from './queries.ts'

/** A check that takes longer has failed, or waits for its night. */
const CHECKED_AFTER_MS = hours(1)

/** The report of a request, or null. Customers see only the published files of their own processed requests, staff see all. */
export async function getReport(
  deps: Pick<Deps, 'db' | 'storage' | 'queue' | 'now' | 'keys'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<Report | null> {
  const viewer = viewerOf(actor)
  const analysis = await loadAnalysis(deps.db, analysisRequestId, viewer === 'staff' ? undefined : actor.userId)
  const files = await listReportFiles(deps.db, analysis, viewer)
  if (files.length === 0) return null
  const isPublished = files.some(({ publishedAt }) => publishedAt !== null)
  const report = await (isPublished ? publication : newestDraft)(deps.db, analysis.id)
  if (!report) return null
  const reportUrls = await Promise.all(files.map((file) => signFileUrl(deps, file)))
  return {
    updatedBy: { fullName: report.fullName, email: report.email },
    updatedTime: report.updatedAt.toISOString(),
    remarks: report.remarks || NO_REMARKS,
    reportUrls,
    reportSizes: files.map((file) => file.bytes),
    receipts: files.map((file) => presentReceipt(file, viewer)),
    files: await Promise.all(files.map((file, index) => presentReportFile(deps, file, reportUrls[index] ?? null))),
    allFilesUrl: signReportArchiveUrl(deps, { analysisId: analysis.id, userId: actor.userId }),
    versions: await listVersions(deps, { analysisId: analysis.id, viewer, remarks: report.remarks }),
  }
}

async function presentReportFile(
  deps: Pick<Deps, 'db' | 'storage' | 'queue' | 'now'> & DownloadDeps,
  file: StoredFile,
  url: string | null,
): Promise<ReportFile> {
  const isInfected = file.virusScan === 'infected'
  const previews = signPreviewUrls(deps, file)
  const { isPending: hasPendingPoints, ...points } = await presentPoints(deps, file)
  const { isPending: hasPendingModel, ...model } = await presentModel(deps, file)
  const isPending = file.preview === null || hasPendingPoints || hasPendingModel
  return {
    storedName: storedNameOfFile(file),
    fileName: file.fileName,
    size: file.bytes,
    kind: reportFileKind(file.fileName),
    addedTime: file.createdAt.toISOString(),
    isPublished: file.publishedAt !== null,
    isInfected,
    url: isInfected ? null : url,
    openUrl: await signInlineUrl(deps, file),
    thumbnailUrl: previews?.small ?? null,
    previewUrl: previews?.large ?? null,
    pixels: file.preview?.size ?? null,
    ...points,
    ...model,
    isChecking: isPending && deps.now().getTime() - file.createdAt.getTime() < CHECKED_AFTER_MS,
  }
}

const publication = (db: Kysely<Schema>, analysisId: string) =>
  db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.updatedBy')
    .select(['remarks', 'updatedAt', 'users.fullName', 'users.email'])
    .where('analysisId', '=', analysisId)
    .executeTakeFirst()

/** Stands in for a report that was never published. Only staff see it. */
const newestDraft = (db: Kysely<Schema>, analysisId: string) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.addedBy')
    .select(['files.remarks', 'files.createdAt as updatedAt', 'users.fullName', 'users.email'])
    .where('files.analysisId', '=', analysisId)
    .where('files.kind', '=', 'REPORT')
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id', 'desc')
    .executeTakeFirst()
