import type { Kysely } from 'kysely'
import type { Schema, Upload } from '../../adapters/db/schema.ts'
import { requireStaff } from '../../require-staff.ts'
import { requireCustomer } from '../accounts/require-customer.ts'
import { projectName } from '../projects/queries.ts'

/** Also locks the request of an archive. @throws AppError 'forbidden' when the sender may no longer upload this. */
export async function requireUploader(
  trx: Kysely<Schema>,
  { kind, userId, analysisId }: Pick<Upload, 'kind' | 'userId' | 'analysisId'>,
): Promise<void> {
  if (kind === 'REPORT') return requireStaff(trx, userId)
  const request = trx.selectFrom('analyses').select(projectName.as('projectType')).where('id', '=', analysisId)
  // Locks the user before the request, as everywhere. The project of a request never changes.
  await requireCustomer(trx, { userId, ...(await request.executeTakeFirstOrThrow()) })
  await request.forUpdate().execute()
}
