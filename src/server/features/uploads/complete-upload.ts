import { statusesBefore } from '#domain/analyses.ts'
import type { PartReceipt } from '#domain/uploads.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { assembleUpload, recordFile } from './assemble-upload.ts'
import { loadUpload, type UploadRef } from './queries.ts'

/** Makes the archive whole and submits its request, once: the same completion again changes nothing. */
export async function completeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  actor: Actor,
  { receipts, ...ref }: UploadRef & { receipts: readonly PartReceipt[] },
): Promise<void> {
  const upload = await loadUpload(deps.db, { kind: 'ARCHIVE', userId: actor.userId }, ref)
  const assembled = await assembleUpload(deps, upload, receipts)
  if (!assembled) return
  const at = deps.now()
  const recorded = await deps.db.transaction().execute(async (trx) => {
    if (!(await recordFile(trx, assembled, { at, publishedAt: at }))) return false
    await trx
      .updateTable('analyses')
      .set({ status: 'PENDING', submittedAt: at })
      .where('id', '=', upload.analysisId)
      .where('status', 'in', statusesBefore('archive-completed'))
      .execute()
    await audit(trx, actor, {
      at,
      action: 'analysis.submitted',
      subject: `analysis:${upload.analysisId}`,
      after: { fileName: upload.fileName, bytes: assembled.bytes },
    })
    return true
  })
  // Lost the race: the winner was a twin of this call, or the upload was given up, which this second look tells.
  if (!recorded) await loadUpload(deps.db, { kind: 'ARCHIVE', userId: actor.userId }, ref)
}
