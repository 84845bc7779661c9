import type { Kysely } from 'kysely'
import type { Viewer } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'

/** The tokens of a person in the account where they work; owners see those of all its people. */
export function tokensFor(db: Kysely<Schema>, { userId, accountId, accountRole }: Viewer & Pick<Actor, 'userId'>) {
  const tokens = db.selectFrom('apiTokens').where('apiTokens.accountId', '=', accountId)
  return accountRole === 'owner' ? tokens : tokens.where('apiTokens.userId', '=', userId)
}
