import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { VISIBLE_STATUSES } from '#domain/analyses.ts'
import type { Deps } from '../../deps.ts'
import { countRows } from '../../lists/search.ts'
import { listOfStatus } from './list-all.ts'

/** How many requests match, by status. */
export async function countAnalyses(
  { db }: Pick<Deps, 'db'>,
  filter: QueryOf<'countAnalyses'>,
): Promise<ReplyOf<'countAnalyses'>['data']> {
  const counts = []
  for (const status of VISIBLE_STATUSES) counts.push({ status, ...(await countRows(db, listOfStatus(filter, status))) })
  return counts
}
