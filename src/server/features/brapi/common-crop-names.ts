import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { studiesOf } from '../trials/queries.ts'
import { pageOfAll } from './page.ts'

/** The crops of trials, in the order of the alphabet. */
export async function brapiCommonCropNames(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  paging: QueryOf<'brapiCommonCropNames'>,
): Promise<ReplyOf<'brapiCommonCropNames'>> {
  const rows = await studiesOf(db, actor).select('crop').distinct().orderBy('crop').execute()
  return pageOfAll(
    rows.flatMap(({ crop }) => (crop === null ? [] : [crop])),
    paging,
  )
}
