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

/** Customers are told what a scanner has said, staff also that none has. */
export type Viewer = 'customer' | 'staff'

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

/** A link that opens as a download under the original name, for one hour. Infected files are not handed out: they keep their name only. */
export async function signFileLink(deps: Pick<Deps, 'storage' | 'now'>, file: StoredFile): Promise<string> {
  if (file.virusScan === 'infected')
    return encodeURIComponent(file.storageKey.slice(file.storageKey.lastIndexOf('/') + 1))
  return deps.storage.signDownload({
    key: file.storageKey,
    fileName: file.fileName,
    expiresAt: new Date(deps.now().getTime() + DOWNLOAD_URL_LIFE_MS),
  })
}

export function presentReceipt(file: ReceivedFile, viewer: Viewer): FileReceipt {
  const { fileName, bytes, sha256, digest, senderDigest, inspection } = file
  const virusScan = file.virusScan ?? (viewer === 'staff' ? 'not-scanned' : undefined)
  return {
    fileName,
    size: bytes,
    sha256,
    agrees: digest === null || senderDigest === null ? null : digest === senderDigest,
    ...(file.kind === 'ARCHIVE' && { inspection }),
    ...(virusScan && { virusScan }),
  }
}

export async function presentAnalysis(
  deps: Pick<Deps, 'storage' | 'now'>,
  analysis: Analysis,
  { archive, viewer }: { archive: readonly ReceivedFile[]; viewer: Viewer },
): Promise<AnalysisRow & { status: VisibleStatus }> {
  return {
    analysisRequestId: analysis.id,
    projectType: analysis.projectType,
    submittedTime: analysis.submittedAt.toISOString(),
    status: analysis.status as VisibleStatus,
    description: analysis.description,
    fileUrls: await Promise.all(archive.map((file) => signFileLink(deps, file))),
    fileSizes: archive.map((file) => file.bytes),
    receipts: archive.map((file) => presentReceipt(file, viewer)),
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
    ...(await presentAnalysis(deps, analysis, { archive: files.archive, viewer: 'staff' })),
    user: { fullName: analysis.fullName, email: analysis.email, roles: [analysis.role] },
    reportFiles: files.report.length,
    version: analysis.version,
  }
}
