import { sql } from 'kysely'
import type { Viewer } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'

/** The tokens of a person in the account where they work; owners see those of all its people. */
export function tokensFor(db: Database, { userId, accountId, accountRole }: Viewer & Pick<Actor, 'userId'>) {
  const tokens = db.selectFrom('apiTokens').where('apiTokens.accountId', '=', accountId)
  return accountRole === 'owner' ? tokens : tokens.where('apiTokens.userId', '=', userId)
}

/** Of the person in their account, for reading. */
export const findReadToken = (db: Database, { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>, id: string) =>
  db
    .selectFrom('apiTokens')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .where(sql<boolean>`'read' = any(scopes)`)
    .executeTakeFirst()
