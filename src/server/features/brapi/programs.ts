import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { boundsOf, pageOf } from './page.ts'
import { programName, visibleStudies } from './visible-studies.ts'

/** Customers who have trials; a customer sees only themselves. */
export async function brapiPrograms(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { page, pageSize, ...filter }: QueryOf<'brapiPrograms'>,
): Promise<ReplyOf<'brapiPrograms'>> {
  const studies = visibleStudies(db, actor, filter)
  const { total } = await studies
    .select((row) => row.fn.count<number>('trials.accountId').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const programs = await studies
    .select(['users.id as programDbId', programName.as('programName')])
    .distinct()
    .orderBy('programName')
    .orderBy('programDbId')
    .limit(pageSize)
    .offset(boundsOf({ page, pageSize })[0])
    .execute()
  return pageOf(programs, { page, pageSize }, total)
}
