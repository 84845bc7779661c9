import { isolateName } from '#domain/display-names.ts'
import { AppError } from '#domain/errors.ts'
import { begunBy } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Upload, UploadAnswer } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { ArchiveDetails } from './find-same-archive.ts'
import { touchUpload } from './queries.ts'
import { requireUploader } from './require-uploader.ts'

const DIFFERENT_FILE =
  'This is not the file that this upload was started with, though its name and size are the same. ' +
  'Choose the original file, or remove this upload and start again.'

/** The open archive upload of a request, touched. Undefined when there is none. @throws AppError 'conflict' for another file. */
export async function resumeById(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  start: ArchiveDetails,
): Promise<Upload | undefined> {
  const upload = await findOpenArchive(deps.db, actor, start.id)
  return upload && deps.db.transaction().execute((trx) => resumeArchive(trx, upload, { ...start, at: deps.now() }))
}

export const findOpenArchive = (db: Database, actor: Actor, analysisId: string): Promise<Upload | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('analysisId', '=', analysisId)
    .where(begunBy(actor))
    .where('kind', '=', 'ARCHIVE')
    .where('state', '=', 'OPEN')
    .executeTakeFirst()

/** Touches an open upload whose file is started again. An answer takes the details of this call, any what it says of the flight. */
export async function resumeArchive(
  trx: Database,
  upload: Upload,
  { at, fingerprint, description, reportCategories, flightAnswers, ...file }: ArchiveDetails & { at: Date },
): Promise<Upload> {
  requireSameFile(upload, { ...file, fingerprint })
  await requireUploader(trx, upload)
  const touched = await touchUpload(trx, upload.id, {
    touchedAt: at,
    fingerprint,
    ...(upload.answer && {
      answer: JSON.stringify({
        description,
        reportCategories,
        flightAnswers: flightAnswers === undefined ? upload.answer.flightAnswers : flightAnswers,
      } satisfies UploadAnswer),
    }),
  })
  if (!touched) throw new AppError('conflict', 'This upload was just changed elsewhere. Try again.')
  if (!upload.answer && flightAnswers !== undefined)
    await trx.updateTable('analyses').set({ flightAnswers }).where('id', '=', upload.analysisId).execute()
  return touched
}

function requireSameFile(
  upload: Upload,
  { fileName, fileSize, fingerprint }: Pick<ArchiveDetails, 'fileName' | 'fileSize' | 'fingerprint'>,
): void {
  const sameSize = fileSize === undefined || upload.fileBytes === null || fileSize === upload.fileBytes
  if (upload.fileName !== fileName || !sameSize)
    throw new AppError(
      'conflict',
      `This upload was started with another file. Choose ${isolateName(upload.fileName)} again.`,
    )
  if (fingerprint && upload.fingerprint && fingerprint !== upload.fingerprint)
    throw new AppError('conflict', DIFFERENT_FILE)
}
