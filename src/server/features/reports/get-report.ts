import type { Report } from '#contract/reports.ts'
import { NO_REMARKS } from '#domain/reports.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { filesOf, presentReceipt, signFileLink } from '../analyses/queries.ts'
import { loadAnalysis } from './queries.ts'

/** The report of a request, or null. Customers see what is published of their own processed requests, staff see all. */
export async function getReport(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<Report | null> {
  const isStaff = actor.role === 'ADMIN'
  const analysis = await loadAnalysis(deps.db, analysisRequestId, isStaff ? undefined : actor.userId)
  if (!isStaff && analysis.status !== 'PROCESSED') return null
  const files = (await filesOf(deps.db, [analysis]))(analysis.id, 'REPORT').filter(
    (file) => isStaff || file.publishedAt !== null,
  )
  const report = await deps.db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.updatedBy')
    .select(['remarks', 'updatedAt', 'users.fullName', 'users.email'])
    .where('analysisId', '=', analysis.id)
    .executeTakeFirst()
  if (!report || files.length === 0) return null
  return {
    updatedBy: { fullName: report.fullName, email: report.email },
    updatedTime: report.updatedAt.toISOString(),
    remarks: report.remarks || NO_REMARKS,
    reportUrls: await Promise.all(files.map((file) => signFileLink(deps, file))),
    reportSizes: files.map((file) => file.bytes),
    receipts: files.map((file) => presentReceipt(file, isStaff ? 'staff' : 'customer')),
  }
}
