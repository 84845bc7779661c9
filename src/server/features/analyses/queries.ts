import type { Kysely } from 'kysely'
import type { AnalysisOfUser, AnalysisRow } from '#contract/analyses.ts'
import type { FileReceipt } from '#contract/uploads.ts'
import type { VisibleStatus } from '#domain/analyses.ts'
import { DOWNLOAD_URL_LIFE_MS } from '#domain/uploads.ts'
import type { Analysis, Schema, StoredFile, User } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'

export type AnalysisWithUser = Analysis & Pick<User, 'fullName' | 'email' | 'role'>

export const selectWithUser = (db: Kysely<Schema>) =>
  db
    .selectFrom('analyses')
    .innerJoin('users', 'users.id', 'analyses.userId')
    .selectAll('analyses')
    .select(['users.fullName', 'users.email', 'users.role'])

export type ReceivedFile = StoredFile & { senderDigest: string | null }

/** The files of several requests at once, oldest first. */
export async function filesOf(
  db: Kysely<Schema>,
  analyses: readonly { id: string }[],
): Promise<(id: string, kind: StoredFile['kind']) => ReceivedFile[]> {
  const files =
    analyses.length === 0
      ? []
      : await db
          .selectFrom('files')
          .leftJoin('uploads', 'uploads.id', 'files.uploadId')
          .selectAll('files')
          .select('uploads.senderDigest')
          .where(
            'files.analysisId',
            'in',
            analyses.map(({ id }) => id),
          )
          .orderBy('createdAt')
          .orderBy('uploadId')
          .execute()
  const byAnalysis = Map.groupBy(files, (file) => file.analysisId)
  return (id, kind) => (byAnalysis.get(id) ?? []).filter((file) => file.kind === kind)
}

/** A link that opens as a download under the original name, for one hour. */
export const signFileLink = (deps: Pick<Deps, 'storage' | 'now'>, file: StoredFile): Promise<string> =>
  deps.storage.signDownload({
    key: file.storageKey,
    fileName: file.fileName,
    expiresAt: new Date(deps.now().getTime() + DOWNLOAD_URL_LIFE_MS),
  })

export const presentReceipt = ({ fileName, bytes, sha256, digest, senderDigest }: ReceivedFile): FileReceipt => ({
  fileName,
  size: bytes,
  sha256,
  agrees: digest === null || senderDigest === null ? null : digest === senderDigest,
})

export async function presentAnalysis(
  deps: Pick<Deps, 'storage' | 'now'>,
  analysis: Analysis,
  archive: readonly ReceivedFile[],
): Promise<AnalysisRow & { status: VisibleStatus }> {
  return {
    analysisRequestId: analysis.id,
    projectType: analysis.projectType,
    submittedTime: analysis.submittedAt.toISOString(),
    status: analysis.status as VisibleStatus,
    description: analysis.description,
    fileUrls: await Promise.all(archive.map((file) => signFileLink(deps, file))),
    fileSizes: archive.map((file) => file.bytes),
    receipts: archive.map(presentReceipt),
    reportCategories: analysis.reportCategories,
    message: analysis.message,
  }
}

export async function presentForStaff(
  deps: Pick<Deps, 'storage' | 'now'>,
  analysis: AnalysisWithUser,
  files: { archive: readonly ReceivedFile[]; report: readonly StoredFile[] },
): Promise<AnalysisOfUser> {
  return {
    ...(await presentAnalysis(deps, analysis, files.archive)),
    user: { fullName: analysis.fullName, email: analysis.email, roles: [analysis.role] },
    reportFiles: files.report.length,
    version: analysis.version,
  }
}
