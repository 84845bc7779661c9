import type { Kysely } from 'kysely'
import type { Schema, Upload } from '../../adapters/db/schema.ts'
import { requireStaff } from '../../former-staff.ts'
import { requireCustomer } from '../accounts/recheck-access.ts'
import { projectName } from '../projects/queries.ts'

/** @throws AppError 'forbidden' when who sends this may not any more. The row of an archive's request is held, too. */
export async function requireUploader(
  trx: Kysely<Schema>,
  { kind, userId, analysisId }: Pick<Upload, 'kind' | 'userId' | 'analysisId'>,
): Promise<void> {
  if (kind === 'REPORT') return requireStaff(trx, userId)
  const request = trx.selectFrom('analyses').select(projectName.as('projectType')).where('id', '=', analysisId)
  // The person before the request, as everywhere; the project of a request never changes.
  await requireCustomer(trx, { userId, ...(await request.executeTakeFirstOrThrow()) })
  await request.forUpdate().execute()
}
