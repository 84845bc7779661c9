import type { Readable } from 'node:stream'
import { isolateName } from '#domain/display-names.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { checkFileName, decodeFileName } from '#domain/file-names.ts'
import { REMARKS_MAX, REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import { type CompletedPart, PARTS_MAX } from '#domain/uploads.ts'
import type { Actor } from '../../actor.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import type { FormPart } from '../../handler.ts'
import { isForbidden, requireStaff } from '../../still-allowed.ts'
import { loadAnalysis, lockAnalysis } from '../analyses/queries.ts'
import { splitIntoParts } from '../files/split-into-parts.ts'
import { type Assembled, recordUploadedFile } from '../uploads/assemble-upload.ts'
import { type OpenDeps, openUpload } from '../uploads/presigned-upload.ts'
import { storeRefOf, uploadNotFound } from '../uploads/queries.ts'
import { publishReport } from './publish-report.ts'

type FormDeps = Pick<Deps, 'db' | 'queue' | 'log'> & WithConfig<'publicUrl'> & OpenDeps

/** Attaches and publishes all files of a form, or none of them. */
export async function uploadReportByForm(
  deps: FormDeps,
  actor: Actor,
  { analysisRequestId, form }: { analysisRequestId: string; form: AsyncIterable<FormPart> },
): Promise<void> {
  const { id: analysisId } = await loadAnalysis(deps.db, actor, analysisRequestId)
  const fields = new Map<string, string>()
  const assembled: Assembled[] = []
  try {
    for await (const part of form) {
      if (part.kind === 'field') fields.set(part.name, part.value)
      else if (part.name === 'file') {
        // Names are URL-encoded on upload (section 5). One that is no such code is taken as it is.
        const fileName = decodeFileName(part.fileName) ?? part.fileName
        assembled.push(await store(deps, { ...part, analysisId, userId: actor.userId, fileName }))
      } else part.stream.resume()
    }
    const remarks = readFields(fields, assembled.length)
    const at = deps.now()
    await deps.db.transaction().execute(async (trx) => {
      await requireStaff(trx, actor.userId)
      const analysis = await lockAnalysis(trx, actor, analysisId)
      const fileIds: string[] = []
      for (const [index, file] of assembled.entries()) {
        // A millisecond apart, because files are listed by time and should keep the order of the form.
        const times = { at: new Date(at.getTime() + index), publishedAt: null }
        const fileId = await recordUploadedFile(trx, deps, { ...file, ...times })
        if (!fileId) throw uploadNotFound()
        fileIds.push(fileId)
      }
      await publishReport(trx, deps, { analysis, author: actor, fileIds, remarks })
    })
  } catch (error) {
    for (const { upload } of assembled) await deleteQuietly(deps, upload)
    throw await accessErrorOr(deps, actor, error)
  }
}

/** If the sender's access was removed meanwhile, that is the error to report, as it may have interrupted the form. */
async function accessErrorOr({ db, log }: FormDeps, { userId }: Actor, error: unknown): Promise<unknown> {
  try {
    await requireStaff(db, userId)
  } catch (accessError) {
    if (isForbidden(accessError)) return accessError
    log.error({ err: accessError }, 'form upload: user lookup failed')
  }
  return error
}

/** Returns the remarks. @throws AppError that names the invalid field. */
function readFields(fields: Map<string, string>, files: number): string {
  if (!fields.get('projectType')?.trim()) throw errorAt('projectType', 'Project name is required')
  if (files === 0) throw errorAt('file', 'At least one file is required')
  const remarks = fields.get('description') ?? ''
  if (remarks.length > REMARKS_MAX) throw errorAt('description', `At most ${REMARKS_MAX} characters`)
  return remarks
}

async function store(
  deps: FormDeps,
  file: { analysisId: string; userId: string; fileName: string; stream: Readable },
): Promise<Assembled> {
  const { analysisId, userId, fileName } = file
  const problem = checkFileName(fileName)
  if (problem) throw errorAt('file', problem)
  const opened = await openUpload(deps, {
    analysisId,
    projectId: null,
    userId,
    accountId: userId,
    kind: 'REPORT',
    fileName,
    // Their number is known only at the end.
    totalChunks: PARTS_MAX,
  })
  // After a crash, expire-uploads finds and deletes the upload by this row.
  await deps.db.insertInto('uploads').values(opened).execute()
  const ref = storeRefOf(opened)
  try {
    const parts: CompletedPart[] = []
    for await (const body of splitIntoParts(file.stream, deps.config.partBytes)) {
      const partNumber = parts.length + 1
      if (parts.length * deps.config.partBytes > REPORT_FILE_BYTES_MAX)
        throw new AppError('too-large', `${isolateName(fileName)} exceeds the maximum file size of 10GB`)
      const { etag } = await deps.storage.putPart({ ...ref, partNumber, body, maxBytes: deps.config.partBytes })
      parts.push({ partNumber, etag })
    }
    if (parts.length === 0) throw new AppError('invalid', `${isolateName(fileName)} is empty`)
    const { size } = await deps.storage.completeUpload({ ...ref, parts })
    return { upload: { ...opened, totalParts: parts.length, fileBytes: size }, bytes: size, receiptsHash: '' }
  } catch (error) {
    await deleteQuietly(deps, opened)
    throw error
  }
}

/** Never throws, so that the first error is the one reported. expire-uploads deletes what is left. */
async function deleteQuietly({ db, storage, log }: FormDeps, upload: Upload): Promise<void> {
  try {
    // The error may have occurred after the commit. Then this is a file of the report.
    const open = db.selectFrom('uploads').select('id').where('id', '=', upload.id).where('state', '=', 'OPEN')
    if (!(await open.executeTakeFirst())) return
    await storage.discard(storeRefOf(upload))
    await storage.remove({ key: upload.storageKey })
    await db.deleteFrom('uploads').where('id', '=', upload.id).execute()
  } catch (error) {
    log.error({ err: error, uploadId: upload.id }, 'form upload: cleanup failed; expire-uploads will retry')
  }
}
