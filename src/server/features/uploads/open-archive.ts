import { type Kysely, sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { OPEN_UPLOADS_MAX } from '#domain/uploads.ts'
import type { Actor } from '../../actor.ts'
import type { NewUpload, Schema, Upload, UploadAnswer } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireQuota } from '../../quota.ts'
import { tooManyRequests } from '../../rate-limits/sliding-window.ts'
import { consumeForParts, type PartLimitDeps } from './part-rate-limit.ts'
import { abortUnused, countParts, createPresignedUpload, type OpenDeps, openUpload } from './presigned-upload.ts'

export type StartDeps = Pick<Deps, 'db'> & WithConfig<'customerQuotaBytes'> & OpenDeps & PartLimitDeps

type Archive = Pick<BodyOf<'startUpload'>, 'fileName' | 'fileSize' | 'fingerprint' | 'totalChunks'> & {
  analysisId: string
  userId: string
}

/** Opens the upload of an archive in the store. `insert` returns its row, or that of another upload to resume instead. */
export async function openArchive(
  deps: StartDeps,
  { analysisId, userId, fileName, fileSize, fingerprint, totalChunks }: Archive,
  insert: (trx: Kysely<Schema>, upload: NewUpload) => Promise<Upload>,
): Promise<PresignedUpload> {
  // Before an upload is opened in the store: a rejection would leave it behind.
  await consumeForParts(deps, { userId, totalParts: countParts(deps, { totalChunks, fileSize }) })
  const file = { kind: 'ARCHIVE', fileName, fileSize, fingerprint, totalChunks, remarks: '' } as const
  const upload = await openUpload(deps, { ...file, analysisId, userId })
  let started: Upload | undefined
  try {
    started = await deps.db.transaction().execute(async (trx) => {
      // Starts of one customer are serialized, so that each sees the earlier ones.
      await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
      return insert(trx, upload)
    })
    return await createPresignedUpload(deps, started)
  } finally {
    if (started?.id !== upload.id) await abortUnused(deps, upload)
  }
}

/** Inserts the upload of an archive, unless its customer has too many or no space left. */
export async function insertArchive(
  trx: Kysely<Schema>,
  { config }: WithConfig<'customerQuotaBytes'>,
  { actor, upload, answer }: { actor: Actor; upload: NewUpload; answer?: UploadAnswer },
): Promise<Upload> {
  await rejectTooManyOpen(trx, upload.userId)
  await requireQuota(trx, upload, config.customerQuotaBytes)
  const started = await trx
    .insertInto('uploads')
    .values({ ...upload, answer: answer ? JSON.stringify(answer) : null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(trx, actor, {
    at: upload.startedAt,
    action: 'upload.started',
    subject: `analysis:${upload.analysisId}`,
  })
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
