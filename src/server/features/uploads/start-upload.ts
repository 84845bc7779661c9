import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { isolateName } from '#domain/display-names.ts'
import { AppError } from '#domain/errors.ts'
import { OPEN_UPLOADS_MAX } from '#domain/uploads.ts'
import type { Actor } from '../../actor.ts'
import type { NewUpload, Schema, Upload } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { tooManyRequests } from '../../rate-limits/sliding-window.ts'
import { projectNotAssigned, requireCustomer } from '../accounts/require-customer.ts'
import { findAssigned } from '../projects/queries.ts'
import { type ArchiveDetails, resumeSameArchive } from './find-same-archive.ts'
import { consumeForParts, type PartLimitDeps } from './part-rate-limit.ts'
import {
  abortUnused,
  countParts,
  createPresignedUpload,
  type OpenDeps,
  openUpload,
  presentUpload,
  readFileName,
} from './presigned-upload.ts'
import { touchUpload, uploadNotFound } from './queries.ts'
import { requireQuota } from './quota.ts'
import { requireUploader } from './require-uploader.ts'

const DIFFERENT_FILE =
  'This is not the file that this upload was started with, though its name and size are the same. ' +
  'Choose the original file, or remove this upload and start again.'

type Input = BodyOf<'startUpload'>
type StartDeps = Pick<Deps, 'db'> & WithConfig<'customerQuotaBytes'> & OpenDeps & PartLimitDeps

/** Creates a hidden request with an open upload, or resumes the upload with the given id, or the open one of the same file. */
export async function startUpload(deps: StartDeps, actor: Actor, input: Input): Promise<PresignedUpload> {
  const fileName = readFileName(input.fileName)
  // The project was chosen when the upload was started. The one in this call is ignored.
  if (input.id) return resumeById(deps, actor, { ...input, fileName })
  const project = await findAssigned(deps.db, { userId: actor.userId, projectType: input.projectType })
  if (!project) throw projectNotAssigned()
  const projectType = project.name

  const details = { ...input, fileName, projectType, fileSize: input.fileSize, fingerprint: input.fingerprint }
  const at = deps.now()
  const same = await deps.db.transaction().execute((trx) => resumeSameArchive(trx, actor, { ...details, at }))
  if (same) return presentUpload(deps, same)

  // Before an upload is opened in the store: a rejection would leave it behind.
  await consumeForParts(deps, { userId: actor.userId, totalParts: countParts(deps, details) })
  const quotaBytes = deps.config.customerQuotaBytes
  const analysisId = randomUUID()
  const upload = await openUpload(deps, {
    analysisId,
    userId: actor.userId,
    kind: 'ARCHIVE',
    fileName,
    totalChunks: input.totalChunks,
    fileSize: input.fileSize,
    fingerprint: input.fingerprint,
    remarks: '',
  })
  let started: Upload | undefined
  try {
    started = await deps.db
      .transaction()
      .execute((trx) => insertRequest(trx, actor, { ...details, upload, quotaBytes }))
    return await createPresignedUpload(deps, started)
  } finally {
    if (started?.id !== upload.id) await abortUnused(deps, upload)
  }
}

async function insertRequest(
  trx: Kysely<Schema>,
  actor: Actor,
  { upload, quotaBytes, ...details }: ArchiveDetails & { upload: NewUpload; quotaBytes: number },
): Promise<Upload> {
  const { analysisId, startedAt } = upload
  const { projectType, description, reportCategories } = details
  // Starts of one customer are serialized, so that each sees the earlier ones.
  await trx.selectFrom('users').select('id').where('id', '=', actor.userId).forUpdate().execute()
  const project = await requireCustomer(trx, { userId: actor.userId, projectType })
  const same = await resumeSameArchive(trx, actor, { ...details, at: startedAt })
  if (same) return same
  await rejectTooManyOpen(trx, actor.userId)
  await requireQuota(trx, upload, quotaBytes)
  await trx
    .insertInto('analyses')
    .values({
      id: analysisId,
      userId: actor.userId,
      projectId: project.id,
      description,
      reportCategories,
      status: 'UPLOADING',
      message: null,
      submittedAt: startedAt,
    })
    .execute()
  const started = await trx.insertInto('uploads').values(upload).returningAll().executeTakeFirstOrThrow()
  await audit(trx, actor, { at: startedAt, action: 'upload.started', subject: `analysis:${analysisId}` })
  return started
}

async function rejectTooManyOpen(trx: Kysely<Schema>, userId: string): Promise<void> {
  const { open } = await trx
    .selectFrom('uploads')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('userId', '=', userId)
    .where('state', '=', 'OPEN')
    .where('kind', '=', 'ARCHIVE')
    .executeTakeFirstOrThrow()
  if (open >= OPEN_UPLOADS_MAX)
    throw tooManyRequests(`You have ${open} unfinished uploads. Finish or remove one of them first.`, 60)
}

async function resumeById(
  deps: StartDeps,
  actor: Actor,
  input: Input & { fileName: string },
): Promise<PresignedUpload> {
  const upload = await deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('analysisId', '=', input.id)
    .where('userId', '=', actor.userId)
    .where('kind', '=', 'ARCHIVE')
    .where('state', '<>', 'ABANDONED')
    .executeTakeFirst()
  if (!upload) throw uploadNotFound()
  if (upload.state === 'COMPLETE') throw new AppError('conflict', 'This upload is already complete')
  const sameSize = input.fileSize === undefined || upload.fileBytes === null || input.fileSize === upload.fileBytes
  if (upload.fileName !== input.fileName || !sameSize)
    throw new AppError(
      'conflict',
      `This upload was started with another file. Choose ${isolateName(upload.fileName)} again.`,
    )
  const { fingerprint } = input
  if (fingerprint && upload.fingerprint && fingerprint !== upload.fingerprint)
    throw new AppError('conflict', DIFFERENT_FILE)
  const same = await deps.db.transaction().execute(async (trx) => {
    await requireUploader(trx, upload)
    return touchUpload(trx, upload.id, { touchedAt: deps.now(), fingerprint })
  })
  if (!same) throw new AppError('conflict', 'This upload has just been changed from elsewhere. Try again.')
  return presentUpload(deps, same)
}
