import type { BodyOf } from '#contract/api.ts'
import type { UploadSlots } from '#contract/uploads.ts'
import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { openUpload, presentSlots, readFileName } from '../uploads/slots.ts'
import { loadAnalysis } from './queries.ts'

/** Starts one file of a report, or goes on with the open upload of the same file by the same member of staff. */
export async function startReportUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'config'>,
  actor: Actor,
  input: BodyOf<'startReportUpload'>,
): Promise<UploadSlots> {
  const fileName = readFileName(input.fileName)
  if ((input.fileSize ?? 0) > REPORT_FILE_BYTES_MAX)
    throw new AppError('too-large', `${fileName} exceeds the maximum file size of 10GB`)
  const analysis = await loadAnalysis(deps.db, input.id)

  const same = await deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('analysisId', '=', analysis.id)
    .where('kind', '=', 'REPORT')
    .where('state', '=', 'OPEN')
    .where('userId', '=', actor.userId)
    .where('fileName', '=', fileName)
    .where('fileBytes', 'is not distinct from', input.fileSize ?? null)
    .executeTakeFirst()
  if (same) {
    await deps.db
      .updateTable('uploads')
      .set({ remarks: input.description, touchedAt: deps.now() })
      .where('id', '=', same.id)
      .execute()
    return presentSlots(deps, same)
  }

  const upload = await openUpload(deps, {
    analysisId: analysis.id,
    userId: actor.userId,
    kind: 'REPORT',
    fileName,
    totalChunks: input.totalChunks,
    fileSize: input.fileSize,
    fingerprint: input.fingerprint,
    remarks: input.description,
  })
  await deps.db.insertInto('uploads').values(upload).execute()
  return presentSlots(deps, upload)
}
