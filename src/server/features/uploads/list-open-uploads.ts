import type { OpenUpload } from '#contract/uploads.ts'
import { begunBy } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { projectName } from '../projects/queries.ts'
import { listPartialParts, listStoredParts } from './assemble-upload.ts'
import { consumeForListing, type PartLimitDeps } from './part-rate-limit.ts'
import { targetOf } from './queries.ts'

/** What a customer has begun in this account and not finished, newest first. */
export async function listOpenUploads(
  deps: Pick<Deps, 'db' | 'storage'> & PartLimitDeps,
  actor: Actor,
): Promise<OpenUpload[]> {
  const uploads = await deps.db
    .selectFrom('uploads')
    .innerJoin('analyses', 'analyses.id', 'uploads.analysisId')
    .selectAll('uploads')
    .select([projectName.as('projectType'), 'analyses.description', 'analyses.reportCategories'])
    .where(begunBy(actor))
    .where('kind', '=', 'ARCHIVE')
    .where('state', '=', 'OPEN')
    .orderBy('startedAt', 'desc')
    .orderBy('uploads.id')
    .execute()
  await consumeForListing(deps, actor.userId, uploads)
  return Promise.all(
    uploads.map(async (upload) => {
      const parts = (await listStoredParts(deps, upload)) ?? upload.receipts
      return {
        id: targetOf(upload),
        uploadId: upload.id,
        fileName: upload.fileName,
        fileSize: upload.fileBytes,
        fingerprint: upload.fingerprint,
        projectType: upload.projectType,
        description: upload.answer?.description ?? upload.description,
        reportCategories: upload.answer?.reportCategories ?? upload.reportCategories,
        startedTime: upload.startedAt.toISOString(),
        totalChunks: upload.totalParts,
        partsThere: parts?.length ?? upload.totalParts,
        partsMissing: parts ? upload.totalParts - parts.length : 0,
        bytesThere: parts ? bytesOf([...parts, ...(await listPartialParts(deps, upload))]) : (upload.fileBytes ?? 0),
      }
    }),
  )
}

const bytesOf = (parts: readonly { size: number }[]): number => parts.reduce((sum, { size }) => sum + size, 0)
