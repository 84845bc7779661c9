import type { BodyOf } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { AppError } from '#domain/errors.ts'
import { begunBy, visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Upload } from '../../adapters/db/schema.ts'
import { projectNotAssigned, requireCustomer } from '../accounts/require-customer.ts'
import { findAssigned } from '../projects/queries.ts'
import { insertCustomerUpload, openCustomerUpload, type StartDeps } from '../uploads/open-customer-upload.ts'
import { presentUpload, readFileName } from '../uploads/presigned-upload.ts'
import { touchUpload } from '../uploads/queries.ts'
import { requireUploader } from '../uploads/require-uploader.ts'

type Sent = Pick<BodyOf<'startMapUpload'>, 'takenOn'> & {
  fileName: string
  fileSize: number
  fingerprint?: string | undefined
  projectId: string
  at: Date
}

/** Starts the upload of an own file, or resumes the customer's open one of the same file and project. */
export async function startMapUpload(
  deps: StartDeps,
  actor: Actor,
  { trialId, projectType, description, ...input }: BodyOf<'startMapUpload'>,
): Promise<PresignedUpload> {
  const fileName = readFileName(input.fileName)
  if (trialId !== undefined) await requireTrial(deps.db, actor, trialId)
  const project = await findAssigned(deps.db, { ...actor, projectType })
  if (!project) throw projectNotAssigned()
  const sent = { ...input, fileName, projectId: project.id, at: deps.now() }
  const again = await deps.db.transaction().execute((trx) => resumeSame(trx, actor, sent))
  if (again) return presentUpload(deps, again)
  const { userId, accountId } = actor
  const target = { analysisId: null, kind: 'OWN', userId, accountId, remarks: description } as const
  return openCustomerUpload(deps, { ...sent, ...target }, async (trx, upload) => {
    await requireCustomer(trx, { ...actor, projectType })
    const same = await resumeSame(trx, actor, sent)
    return same ?? insertCustomerUpload(trx, deps, { actor, upload, ...statedOf(sent) })
  })
}

async function requireTrial(db: Database, actor: Actor, trialId: string): Promise<void> {
  const trial = db.selectFrom('trials').select('id').where('id', '=', trialId).where(visibleTo(actor, 'trials'))
  if (!(await trial.executeTakeFirst())) throw new AppError('not-found', 'Trial not found')
}

/** A file without a fingerprint may be another one. */
async function resumeSame(trx: Database, actor: Actor, sent: Sent): Promise<Upload | undefined> {
  const { fileName, fileSize, fingerprint, projectId, at } = sent
  if (fingerprint === undefined) return undefined
  const same = await trx
    .selectFrom('uploads')
    .select(['id', 'kind', 'userId', 'accountId', 'analysisId', 'projectId'])
    .where(begunBy(actor))
    .where('kind', '=', 'OWN')
    .where('state', '=', 'OPEN')
    .where('projectId', '=', projectId)
    .where('fileName', '=', fileName)
    .where('fileBytes', '=', fileSize)
    .where('fingerprint', '=', fingerprint)
    .orderBy('startedAt')
    .executeTakeFirst()
  if (!same) return undefined
  await requireUploader(trx, same)
  const { stated } = statedOf(sent)
  return touchUpload(trx, same.id, { touchedAt: at, fingerprint, ...(stated && { stated: JSON.stringify(stated) }) })
}

const statedOf = ({ takenOn }: Pick<Sent, 'takenOn'>) => (takenOn === undefined ? {} : { stated: { takenOn } })
