import { sql } from 'kysely'
import type { QueryOf } from '#contract/api.ts'
import { PROJECT_NAMES_MAX } from '#domain/users.ts'
import type { Deps } from '../../deps.ts'

/**
 * Project names with this prefix, of all customers, each once, in alphabetical order. The query steps from name to name in the
 * index, so that thousands of customers with the same project cost no more than one.
 */
export async function listProjectNames(
  { db }: Pick<Deps, 'db'>,
  { search = '' }: QueryOf<'listProjectNames'>,
): Promise<string[]> {
  const start = search.trim().normalize('NFC')
  const next = sql`lower(projects.name) collate "C" as key, projects.name from projects
    where lower(projects.name) collate "C" >= lower(${start}::text)
      and lower(projects.name) collate "C" < lower(${start}::text) || ${LAST}::text`
  const order = sql`order by lower(projects.name) collate "C", projects.name collate "C" limit 1`
  const { rows } = await sql<{ name: string }>`
    with recursive found (key, name) as (
      (select ${next} ${order})
      union all
      select following.* from found, lateral (
        select ${next} and (lower(projects.name) collate "C", projects.name collate "C") > (found.key, found.name) ${order}
      ) as following
    )
    select name from found limit ${PROJECT_NAMES_MAX}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Sorts after every character that a name may have. */
const LAST = '\u{10ffff}'
