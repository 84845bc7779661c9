import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Analysis, Schema } from '../../adapters/db/schema.ts'

/** A request that has been submitted, and belongs to `userId` when that is given. */
export async function loadAnalysis(db: Kysely<Schema>, id: string, userId?: string): Promise<Analysis> {
  let found = db.selectFrom('analyses').selectAll().where('id', '=', id).where('status', '<>', 'UPLOADING')
  if (userId) found = found.where('userId', '=', userId)
  const analysis = await found.executeTakeFirst()
  if (!analysis) throw new AppError('not-found', 'Request not found')
  return analysis
}
