import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { studiesOf } from '../trials/queries.ts'
import { pageOfAll } from './page.ts'
import { presentSeason } from './studies.ts'
import { yearOfTrial } from './visible-studies.ts'

/** The years of trials, newest first. */
export async function brapiSeasons(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  paging: QueryOf<'brapiSeasons'>,
): Promise<ReplyOf<'brapiSeasons'>> {
  const years = await studiesOf(db, actor).select(yearOfTrial.as('year')).distinct().orderBy('year', 'desc').execute()
  return pageOfAll(
    years.map((row) => presentSeason(row.year)),
    paging,
  )
}
