import { sql } from 'kysely'
import type { TokenItem } from '#contract/tokens.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { tokensFor } from './queries.ts'

/** Newest first. */
export async function listTokens({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<TokenItem[]> {
  const rows = await tokensFor(db, actor)
    .innerJoin('users', 'users.id', 'apiTokens.userId')
    .leftJoin('projects', 'projects.id', 'apiTokens.projectId')
    .select(['apiTokens.id', 'apiTokens.name', 'scopes', 'projects.name as projectType', 'users.fullName'])
    .select(['apiTokens.madeAt', 'apiTokens.usedAt', sql<string | null>`to_char(ends_on, 'YYYY-MM-DD')`.as('endsOn')])
    .orderBy('madeAt', 'desc')
    .orderBy('apiTokens.id')
    .execute()
  return rows.map(({ id, fullName, madeAt, usedAt, ...token }) => ({
    ...token,
    tokenId: id,
    madeBy: fullName,
    madeTime: madeAt.toISOString(),
    usedTime: usedAt?.toISOString() ?? null,
  }))
}
