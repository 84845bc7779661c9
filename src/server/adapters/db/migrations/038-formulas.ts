import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Formulas of people: of own traits (with the id of the trait), or of columns of the table. */
const statements = [
  `create table trial_formulas (
    id text primary key,
    trial_id text not null references trials (id) on delete cascade,
    trait text,
    name text not null,
    formula text not null,
    unit text,
    author_id text not null references users (id),
    changed_at timestamptz not null
  )`,
  'create unique index trial_formulas_once on trial_formulas (trial_id, (trait is null), lower(coalesce(trait, name)))',
]

export const formulas: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
