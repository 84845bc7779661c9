import { AppError } from '#domain/errors.ts'
import type { Database } from './adapters/db/schema.ts'

/**
 * For what is removed at once, without 30 days in which it can be taken back. It locks the customer until the transaction ends.
 * @throws AppError 'conflict' while staff hold what a customer has
 */
export async function requireNoHold(trx: Database, userId: string): Promise<void> {
  const held = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('heldBecause', 'is not', null)
    .forShare()
    .executeTakeFirst()
  if (held)
    throw new AppError(
      'conflict',
      'A legal hold keeps all of this customer, so this can’t be removed until our team ends the hold.',
    )
}
