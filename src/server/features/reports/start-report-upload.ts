import type { BodyOf } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { isolateName } from '#domain/display-names.ts'
import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import { begunBy } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Upload } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { loadAnalysis, lockAnalysis } from '../analyses/queries.ts'
import type { PartLimitDeps } from '../uploads/part-rate-limit.ts'
import { type OpenDeps, openOrResume, presentUpload, readFileName } from '../uploads/presigned-upload.ts'
import { touchUpload } from '../uploads/queries.ts'

type ReportFileDetails = BodyOf<'startReportUpload'> & { at: Date }

/** Starts the upload of one report file, or resumes the same staff member's open upload of the same file. */
export async function startReportUpload(
  deps: Pick<Deps, 'db'> & OpenDeps & PartLimitDeps,
  actor: Actor,
  input: BodyOf<'startReportUpload'>,
): Promise<PresignedUpload> {
  const fileName = readFileName(input.fileName)
  if ((input.fileSize ?? 0) > REPORT_FILE_BYTES_MAX)
    throw new AppError('too-large', `${isolateName(fileName)} exceeds the maximum file size of 10GB`)
  const analysis = await loadAnalysis(deps.db, actor, input.id)
  const details = { ...input, fileName, at: deps.now() }
  const same = await resumeSameReportFile(deps.db, actor, details)
  if (same) return presentUpload(deps, same)

  const { userId, accountId } = actor
  const target = { analysisId: analysis.id, projectId: null, kind: 'REPORT', userId, accountId } as const
  return openOrResume(deps, { ...input, ...target, fileName, remarks: input.description }, async (trx, upload) => {
    await requireStaff(trx, userId)
    // Starts for one request are serialized, so that each sees the earlier ones.
    await lockAnalysis(trx, actor, analysis.id)
    const again = await resumeSameReportFile(trx, actor, details)
    return again ?? (await trx.insertInto('uploads').values(upload).returningAll().executeTakeFirstOrThrow())
  })
}

/** The staff member's open upload of this file. A different fingerprint means a different file. */
async function resumeSameReportFile(
  db: Database,
  actor: Actor,
  details: ReportFileDetails,
): Promise<Upload | undefined> {
  const { id, fileName, fileSize, totalChunks, fingerprint } = details
  const sameName = db
    .selectFrom('uploads')
    .select('id')
    .where('analysisId', '=', id)
    .where('kind', '=', 'REPORT')
    .where('state', '=', 'OPEN')
    .where(begunBy(actor))
    .where('fileName', '=', fileName)
    .where('fileBytes', 'is not distinct from', fileSize ?? null)
    .orderBy('fingerprint', (order) => order.asc().nullsLast())
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
  const sameSize = fileSize === undefined ? sameName.where('totalParts', '=', totalChunks) : sameName
  const sameContent = sameSize.where((where) =>
    where.or([where('fingerprint', 'is', null), where('fingerprint', '=', fingerprint ?? '')]),
  )
  const same = await (fingerprint === undefined ? sameSize : sameContent).executeTakeFirst()
  return same && touchUpload(db, same.id, { touchedAt: details.at, remarks: details.description, fingerprint })
}
