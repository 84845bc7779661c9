import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import type { Actor } from '../../actor.ts'
import type { Database, NewUpload, Upload } from '../../adapters/db/schema.ts'
import { projectNotAssigned, requireCustomer } from '../accounts/require-customer.ts'
import { storedAnswers } from '../flights/stored-answers.ts'
import { findAssigned } from '../projects/queries.ts'
import { answerRequest } from './answer-request.ts'
import { type ArchiveDetails, resumeSameArchive } from './find-same-archive.ts'
import { insertCustomerUpload, openCustomerUpload, type StartDeps } from './open-customer-upload.ts'
import { presentUpload, readFileName } from './presigned-upload.ts'
import { requestOf } from './queries.ts'
import { resumeById } from './resume-by-id.ts'

/**
 * Creates a hidden request with an open upload, or resumes the open one of the same file. With the id of a request: resumes its
 * open upload, or starts a new archive for it if it was rejected.
 */
export async function startUpload(
  deps: StartDeps,
  actor: Actor,
  input: BodyOf<'startUpload'>,
): Promise<PresignedUpload> {
  const { flight, ...wanted } = input
  const flightAnswers = flight && storedAnswers(flight)
  const start = { ...wanted, flightAnswers, fileName: readFileName(input.fileName) }
  // The project was chosen with the request. The one in this call is ignored.
  if (start.id) {
    const open = await resumeById(deps, actor, start)
    return open ? presentUpload(deps, open) : answerRequest(deps, actor, start)
  }
  const project = await findAssigned(deps.db, { ...actor, projectType: start.projectType })
  if (!project) throw projectNotAssigned()

  const details = { ...start, projectType: project.name }
  const at = deps.now()
  const same = await deps.db.transaction().execute((trx) => resumeSameArchive(trx, actor, { ...details, at }))
  if (same) return presentUpload(deps, same)
  const target = { analysisId: randomUUID(), projectId: null }
  const archive = { ...start, ...target, kind: 'ARCHIVE', userId: actor.userId, accountId: actor.accountId } as const
  return openCustomerUpload(
    deps,
    archive,
    async (trx, upload) =>
      (await insertRequest(trx, actor, { ...details, upload })) ?? insertCustomerUpload(trx, deps, { actor, upload }),
  )
}

/** Inserts the hidden request of an upload. Returns the open upload of the same file instead, if there is one by now. */
async function insertRequest(
  trx: Database,
  actor: Actor,
  { upload, ...details }: ArchiveDetails & { upload: NewUpload },
): Promise<Upload | undefined> {
  const { startedAt } = upload
  const { projectType, description, reportCategories, flightAnswers } = details
  const project = await requireCustomer(trx, { ...actor, projectType })
  const same = await resumeSameArchive(trx, actor, { ...details, at: startedAt })
  if (same) return same
  await trx
    .insertInto('analyses')
    .values({
      id: requestOf(upload),
      accountId: actor.accountId,
      projectId: project.id,
      description,
      reportCategories,
      flightAnswers: flightAnswers ?? null,
      status: 'UPLOADING',
      message: null,
      submittedAt: startedAt,
    })
    .execute()
  return undefined
}
