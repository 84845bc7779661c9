import type { PresignedUpload } from '#contract/uploads.ts'
import { AppError } from '#domain/errors.ts'
import { visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { ArchiveDetails } from './find-same-archive.ts'
import { insertCustomerUpload, openCustomerUpload, type StartDeps } from './open-customer-upload.ts'
import { uploadNotFound } from './queries.ts'
import { requireUploader } from './require-uploader.ts'
import { findOpenArchive, resumeArchive } from './resume-by-id.ts'

/** Starts a new archive for a rejected request of this customer. The request changes when that archive has arrived. */
export async function answerRequest(deps: StartDeps, actor: Actor, input: ArchiveDetails): Promise<PresignedUpload> {
  const { id: analysisId, description, reportCategories, flightAnswers = null } = input
  await requireRejected(deps.db, actor, analysisId)
  const archive = {
    ...input,
    analysisId,
    projectId: null,
    kind: 'ARCHIVE',
    userId: actor.userId,
    accountId: actor.accountId,
  } as const
  return openCustomerUpload(deps, archive, async (trx, upload) => {
    // Locks the request.
    await requireUploader(trx, upload)
    const open = await findOpenArchive(trx, actor, analysisId)
    if (open) return resumeArchive(trx, open, { ...input, at: upload.startedAt })
    await requireRejected(trx, actor, analysisId)
    return insertCustomerUpload(trx, deps, { actor, upload, answer: { description, reportCategories, flightAnswers } })
  })
}

async function requireRejected(db: Database, actor: Actor, analysisId: string): Promise<void> {
  const request = await db
    .selectFrom('analyses')
    .select('status')
    .where('id', '=', analysisId)
    .where(visibleTo(actor, 'analyses'))
    .where('status', '<>', 'UPLOADING')
    .executeTakeFirstOrThrow(uploadNotFound)
  if (request.status === 'REJECTED') return
  throw new AppError(
    'conflict',
    'The archive of this request has arrived. A new one can be sent only while the request is rejected.',
  )
}
