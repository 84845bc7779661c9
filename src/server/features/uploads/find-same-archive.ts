import type { BodyOf } from '#contract/api.ts'
import { begunBy } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Upload } from '../../adapters/db/schema.ts'
import { projectName } from '../projects/queries.ts'
import { touchUpload } from './queries.ts'
import { requireUploader } from './require-uploader.ts'

/** What a call says that starts an archive. */
export type ArchiveDetails = Omit<BodyOf<'startUpload'>, 'flight'> & {
  /** As they are stored; undefined when the call says nothing. */
  flightAnswers: string | null | undefined
}

/**
 * The customer's open upload of the same file for a new request of this project, with its details updated. So a start whose
 * response was lost, or that comes from another computer, resumes the upload instead of creating a second request.
 */
export async function resumeSameArchive(
  trx: Database,
  actor: Actor,
  { at, ...details }: ArchiveDetails & { at: Date },
): Promise<Upload | undefined> {
  const { fingerprint, fileSize, projectType, description, reportCategories, flightAnswers } = details
  if (fingerprint === undefined || fileSize === undefined) return undefined
  const same = await trx
    .selectFrom('uploads')
    .innerJoin('analyses', 'analyses.id', 'uploads.analysisId')
    .select(['uploads.id', 'uploads.analysisId', 'uploads.projectId', 'uploads.userId', 'uploads.accountId', 'kind'])
    .where(begunBy(actor))
    .where('kind', '=', 'ARCHIVE')
    .where('state', '=', 'OPEN')
    // An answer belongs to its request.
    .where('answer', 'is', null)
    .where('fileName', '=', details.fileName)
    .where('fileBytes', '=', fileSize)
    .where('fingerprint', '=', fingerprint)
    .where(projectName, '=', projectType)
    .orderBy('startedAt')
    .orderBy('uploads.id')
    .executeTakeFirst()
  if (!same) return undefined
  await requireUploader(trx, same)
  const upload = await touchUpload(trx, same.id, { touchedAt: at, fingerprint })
  if (!upload) return undefined
  await trx
    .updateTable('analyses')
    .set({ description, reportCategories, ...(flightAnswers !== undefined && { flightAnswers }) })
    .where('id', '=', upload.analysisId)
    .where('status', '=', 'UPLOADING')
    .execute()
  return upload
}
