import { type Selectable, sql } from 'kysely'
import type { AnalysisOfUser, AnalysisRow, MyAnalysisRow } from '#contract/analyses.ts'
import type { VisibleStatus } from '#domain/analyses.ts'
import { AppError } from '#domain/errors.ts'
import type { FlightVerdict } from '#domain/flights.ts'
import { purgeOnOf, SEES_ALL, type Viewer, visibleTo } from '../../access.ts'
import type { Analysis, Database, Schema, User } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { presentReceipt, signFileUrl } from '../files/present-file.ts'
import { signMapThumbnails } from '../files/preview-link.ts'
import type { FilesOf } from '../files/queries.ts'
import { projectName } from '../projects/queries.ts'

export type AnalysisInProject = Analysis & { projectType: string; purgeOn: Date | null; archivesPurgeOn: Date | null }
type SubmittedAnalysis = AnalysisInProject & Pick<Selectable<Schema['analyses']>, 'flightAnswers'>
export type AnalysisWithUser = AnalysisInProject &
  Pick<User, 'fullName' | 'email' | 'role'> & { assigneeName: string | null }

/** Without the words of the search, which only a search reads. */
const COLUMNS = [
  'analyses.id',
  'analyses.accountId',
  'analyses.projectId',
  'analyses.description',
  'analyses.reportCategories',
  'analyses.status',
  'analyses.message',
  'analyses.submittedAt',
  'analyses.version',
  'analyses.assigneeId',
] as const

/** Columns that all who show or change a request read. */
export const inProject = [
  projectName.as('projectType'),
  purgeOnOf('analyses').as('purgeOn'),
  sql<Date | null>`(select purge_on from deletions where kind = 'archive' and subject_id = analyses.id)`.as(
    'archivesPurgeOn',
  ),
] as const

export const selectWithUser = (db: Database) =>
  db
    .selectFrom('analyses')
    .innerJoin('users', 'users.id', 'analyses.accountId')
    .leftJoin('users as assignees', 'assignees.id', 'analyses.assigneeId')
    .select(COLUMNS)
    .select(inProject)
    .select(['users.fullName', 'users.email', 'users.role', 'assignees.fullName as assigneeName'])

/** A column for queries on analyses: whether the customer has not opened the report since it was last published. */
export const hasNewReport = sql<boolean>`analyses.status = 'PROCESSED' and exists (
  select from reports where analysis_id = analyses.id and (opened_at is null or opened_at < updated_at))`

/** A request that has been sent. */
const submitted = (db: Database, viewer: Viewer, id: string) =>
  db
    .selectFrom('analyses')
    .selectAll()
    .select(inProject)
    .where('id', '=', id)
    .where('status', '<>', 'UPLOADING')
    .where(visibleTo(viewer, 'analyses'))

const requestNotFound = (): AppError => new AppError('not-found', 'Request not found')

export async function loadAnalysis(db: Database, viewer: Viewer, id: string): Promise<SubmittedAnalysis> {
  return submitted(db, viewer, id).executeTakeFirstOrThrow(requestNotFound)
}

/**
 * Locks a submitted request until the transaction ends, and returns it. Everything that changes its files or status calls this
 * first, so that it decides on the current state.
 */
export async function lockAnalysis(trx: Database, viewer: Viewer, id: string): Promise<SubmittedAnalysis> {
  const analysis = await submitted(trx, viewer, id).forUpdate().executeTakeFirstOrThrow(requestNotFound)
  // Jobs end what they have begun.
  if (analysis.purgeOn && viewer !== SEES_ALL)
    throw new AppError('conflict', 'This request was deleted. Take it back to change it.')
  return analysis
}

async function presentAnalysis(
  deps: Pick<Deps, 'storage' | 'now' | 'signedUrlMs'>,
  analysis: AnalysisInProject,
  { files, forStaff }: { files: FilesOf; forStaff: boolean },
): Promise<AnalysisRow & { status: VisibleStatus }> {
  const archives = files(analysis.id, 'ARCHIVE').toReversed()
  return {
    analysisRequestId: analysis.id,
    projectType: analysis.projectType,
    submittedTime: analysis.submittedAt.toISOString(),
    status: analysis.status as VisibleStatus,
    description: analysis.description,
    fileUrls: await Promise.all(archives.map((file) => signFileUrl(deps, file))),
    fileSizes: archives.map((file) => file.bytes),
    receipts: archives.map((file) => presentReceipt(file, { forStaff })),
    reportCategories: analysis.reportCategories,
    message: analysis.message,
    purgeOn: analysis.purgeOn?.toISOString() ?? null,
    archivesPurgeOn: analysis.archivesPurgeOn?.toISOString() ?? null,
  }
}

/** A request as its customer sees it. */
export const presentForCustomer = async (
  deps: Pick<Deps, 'storage'> & DownloadDeps,
  analysis: AnalysisInProject & { hasNewReport: boolean },
  files: FilesOf,
): Promise<MyAnalysisRow & { status: VisibleStatus }> => ({
  ...(await presentAnalysis(deps, analysis, { files, forStaff: false })),
  mapThumbnails: analysis.status === 'PROCESSED' ? signMapThumbnails(deps, files(analysis.id, 'REPORT')) : [],
  hasNewReport: analysis.hasNewReport,
})

export async function presentForStaff(
  deps: Pick<Deps, 'storage' | 'now' | 'signedUrlMs'>,
  analysis: AnalysisWithUser,
  { files, verdicts }: { files: FilesOf; verdicts: ReadonlyMap<string, FlightVerdict> },
): Promise<AnalysisOfUser> {
  return {
    ...(await presentAnalysis(deps, analysis, { files, forStaff: true })),
    user: { userId: analysis.accountId, fullName: analysis.fullName, email: analysis.email, roles: [analysis.role] },
    assignee:
      analysis.assigneeId === null ? null : { userId: analysis.assigneeId, fullName: analysis.assigneeName ?? '' },
    reportFiles: files(analysis.id, 'REPORT').length,
    flight: verdicts.get(analysis.id) ?? null,
    version: analysis.version,
  }
}
