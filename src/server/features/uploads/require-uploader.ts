import type { Database, Upload } from '../../adapters/db/schema.ts'
import { requireStaff } from '../../still-allowed.ts'
import { requireCustomer } from '../accounts/require-customer.ts'
import { projectName } from '../projects/queries.ts'
import { requestOf } from './queries.ts'

type UploadTarget = Pick<Upload, 'kind' | 'userId' | 'accountId' | 'analysisId' | 'projectId'>

/** Also locks the request of an archive. @throws AppError 'forbidden' when the sender may no longer upload this. */
export async function requireUploader(
  trx: Database,
  { kind, userId, accountId, analysisId, projectId }: UploadTarget,
): Promise<void> {
  if (kind === 'REPORT') return requireStaff(trx, userId)
  if (projectId !== null) {
    const project = trx.selectFrom('projects').select('name as projectType').where('id', '=', projectId)
    await requireCustomer(trx, { userId, accountId, ...(await project.executeTakeFirstOrThrow()) })
    return
  }
  const request = trx
    .selectFrom('analyses')
    .select(projectName.as('projectType'))
    .where('id', '=', requestOf({ analysisId }))
  // Locks the user before the request, as everywhere. The project of a request never changes.
  await requireCustomer(trx, { userId, accountId, ...(await request.executeTakeFirstOrThrow()) })
  await request.forUpdate().execute()
}
