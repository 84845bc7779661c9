import { sql } from 'kysely'
import type { QueryOf } from '#contract/api.ts'
import { PROJECT_NAMES_MAX } from '#domain/users.ts'
import type { Deps } from '../../deps.ts'

/**
 * Distinct project names of all customers that start with `search`, in alphabetical order. It steps from name to name in the
 * index (a loose index scan), so that a project of thousands of customers costs no more than one row.
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

/** Sorts after every character that a name can contain. */
const LAST = '\u{10ffff}'
