import type { PresignedUpload } from '#contract/uploads.ts'
import type { StatedFacts } from '#domain/maps.ts'
import { OPEN_UPLOADS_MAX } from '#domain/uploads.ts'
import type { Actor } from '../../actor.ts'
import type { Database, NewUpload, Upload, UploadAnswer } from '../../adapters/db/schema.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { requireQuota } from '../../quota.ts'
import { tooManyRequests } from '../../rate-limits/sliding-window.ts'
import type { PartLimitDeps } from './part-rate-limit.ts'
import { type OpenDeps, type Opening, openOrResume } from './presigned-upload.ts'

export type StartDeps = Pick<Deps, 'db'> & WithConfig<'customerQuotaBytes'> & OpenDeps & PartLimitDeps

/** Opens the upload of a customer's file. Starts in one account are serialized, so that each sees the earlier ones. */
export const openCustomerUpload = (
  deps: StartDeps,
  opening: Opening,
  insert: (trx: Database, upload: NewUpload) => Promise<Upload>,
): Promise<PresignedUpload> =>
  openOrResume(deps, opening, async (trx, upload) => {
    await trx.selectFrom('users').select('id').where('id', '=', opening.accountId).forUpdate().execute()
    return insert(trx, upload)
  })

/** Inserts the upload of a customer's file, unless they have too many of its kind or no space left. */
export async function insertCustomerUpload(
  trx: Database,
  { config }: WithConfig<'customerQuotaBytes'>,
  { actor, upload, answer, stated }: { actor: Actor; upload: NewUpload; answer?: UploadAnswer; stated?: StatedFacts },
): Promise<Upload> {
  await rejectTooManyOpen(trx, upload)
  await requireQuota(trx, upload, config.customerQuotaBytes)
  const started = await trx
    .insertInto('uploads')
    .values({
      ...upload,
      answer: answer ? JSON.stringify(answer) : null,
      stated: stated ? JSON.stringify(stated) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(trx, actor, {
    at: upload.startedAt,
    action: 'upload.started',
    subject: subjectOfFile(upload),
  })
  return started
}

async function rejectTooManyOpen(trx: Database, { userId, kind }: NewUpload): Promise<void> {
  const uploads = trx.selectFrom('uploads').select('id').where('userId', '=', userId).where('kind', '=', kind)
  const open = await countAll(trx, uploads.where('state', '=', 'OPEN'))
  if (open >= OPEN_UPLOADS_MAX)
    throw tooManyRequests(`You have ${open} unfinished uploads. Finish or remove one of them first.`, 60)
}
