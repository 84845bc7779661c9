import type { BodyOf } from '#contract/api.ts'
import type { UploadSlots } from '#contract/uploads.ts'
import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { chargeParts, type PartWorkDeps } from '../uploads/part-work.ts'
import { touchSameFile } from '../uploads/queries.ts'
import { makeSlots, openUpload, partsWanted, presentSlots, readFileName } from '../uploads/slots.ts'
import { loadAnalysis } from './queries.ts'

/** Starts one file of a report, or goes on with the open upload of the same file by the same member of staff. */
export async function startReportUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'config'> & PartWorkDeps,
  actor: Actor,
  input: BodyOf<'startReportUpload'>,
): Promise<UploadSlots> {
  const fileName = readFileName(input.fileName)
  if ((input.fileSize ?? 0) > REPORT_FILE_BYTES_MAX)
    throw new AppError('too-large', `${fileName} exceeds the maximum file size of 10GB`)
  const analysis = await loadAnalysis(deps.db, input.id)

  const same = await findSame(deps, actor, { ...input, fileName })
  const change = { touchedAt: deps.now(), remarks: input.description, fingerprint: input.fingerprint }
  const going = same && (await touchSameFile(deps.db, same.id, change))
  if (going) return presentSlots(deps, going)

  await chargeParts(deps, { userId: actor.userId, totalParts: partsWanted(deps, input) })
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
  return makeSlots(deps, upload)
}

/** His open upload of this file. One of the same name and size whose content is another is not the same file. */
function findSame(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { id, fileName, fileSize, totalChunks, fingerprint }: BodyOf<'startReportUpload'>,
): Promise<{ id: string } | undefined> {
  const sameName = deps.db
    .selectFrom('uploads')
    .select('id')
    .where('analysisId', '=', id)
    .where('kind', '=', 'REPORT')
    .where('state', '=', 'OPEN')
    .where('userId', '=', actor.userId)
    .where('fileName', '=', fileName)
    .where('fileBytes', 'is not distinct from', fileSize ?? null)
    .orderBy('fingerprint', (order) => order.asc().nullsLast())
    .orderBy('startedAt', 'desc')
  const sameFile = fileSize === undefined ? sameName.where('totalParts', '=', totalChunks) : sameName
  if (fingerprint === undefined) return sameFile.executeTakeFirst()
  return sameFile
    .where((where) => where.or([where('fingerprint', 'is', null), where('fingerprint', '=', fingerprint)]))
    .executeTakeFirst()
}
