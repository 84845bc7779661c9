import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { trialsOf } from '../trials/queries.ts'
import { pageOfAll } from './page.ts'
import { presentSeason } from './studies.ts'

const year = sql<string>`left(coalesce(
  planting_date,
  (select min(taken_on) from trial_flights where trial_id = trials.id),
  to_char(created_at at time zone 'UTC', 'YYYY')
), 4)`

/** The years of trials, newest first. */
export async function brapiSeasons(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  paging: QueryOf<'brapiSeasons'>,
): Promise<ReplyOf<'brapiSeasons'>> {
  const years = await trialsOf(db, actor).select(year.as('year')).distinct().orderBy('year', 'desc').execute()
  return pageOfAll(
    years.map((row) => presentSeason(Number(row.year))),
    paging,
  )
}
