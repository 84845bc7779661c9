import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a report file is as a map, and its copy for viewing; and the maps whose pictures an email brings. */
const statements = [
  `create table maps (
    file_id text primary key references files (id) on delete cascade,
    state text not null check (state in ('PREPARING', 'READY', 'NOT_A_MAP', 'FAILED')),
    reason text,
    maker int not null,
    facts jsonb,
    stated jsonb not null default '{}',
    copy jsonb
  )`,
  `alter table emails add column picture_file_ids jsonb not null default '[]'`,
]

export const maps: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
