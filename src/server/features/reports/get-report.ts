import type { Kysely } from 'kysely'
import type { Report } from '#contract/reports.ts'
import { NO_REMARKS } from '#domain/reports.ts'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { presentReceipt, signFileUrl } from '../files/present-file.ts'
import { filesOf } from '../files/queries.ts'

/** The report of a request, or null. Customers see only the published files of their own processed requests, staff see all. */
export async function getReport(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<Report | null> {
  const isStaff = actor.role === 'ADMIN'
  const analysis = await loadAnalysis(deps.db, analysisRequestId, isStaff ? undefined : actor.userId)
  if (!isStaff && analysis.status !== 'PROCESSED') return null
  const attached = (await filesOf(deps.db, [analysis]))(analysis.id, 'REPORT')
  const published = attached.filter((file) => file.publishedAt !== null)
  const files = isStaff ? attached : published
  if (files.length === 0) return null
  const report = await (published.length > 0 ? publication : newestDraft)(deps.db, analysis.id)
  if (!report) return null
  return {
    updatedBy: { fullName: report.fullName, email: report.email },
    updatedTime: report.updatedAt.toISOString(),
    remarks: report.remarks || NO_REMARKS,
    reportUrls: await Promise.all(files.map((file) => signFileUrl(deps, file))),
    reportSizes: files.map((file) => file.bytes),
    receipts: files.map((file) => presentReceipt(file, isStaff ? 'staff' : 'customer')),
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
