import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Analysis, Schema } from '../../adapters/db/schema.ts'

const submitted = (db: Kysely<Schema>, id: string) =>
  db.selectFrom('analyses').selectAll().where('id', '=', id).where('status', '<>', 'UPLOADING')

const requestNotFound = (): AppError => new AppError('not-found', 'Request not found')

/** A request that has been submitted, and belongs to `userId` when that is given. */
export async function loadAnalysis(db: Kysely<Schema>, id: string, userId?: string): Promise<Analysis> {
  let found = submitted(db, id)
  if (userId) found = found.where('userId', '=', userId)
  const analysis = await found.executeTakeFirst()
  if (!analysis) throw requestNotFound()
  return analysis
}

/**
 * A submitted request as it is, held until the transaction ends. All that changes its files or its status begins with
 * this, so that it decides on what no one else is changing.
 */
export async function lockAnalysis(trx: Kysely<Schema>, id: string): Promise<Analysis> {
  const analysis = await submitted(trx, id).forUpdate().executeTakeFirst()
  if (!analysis) throw requestNotFound()
  return analysis
}
