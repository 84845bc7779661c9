import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table limit_hits add column what text',
  'create index limit_hits_at on limit_hits (at)',
  'create table limit_buckets (key text primary key, full_at timestamptz(3) not null)',
  'create table login_tries (key text primary key, tries int not null, tried_at timestamptz(3) not null)',
]

export const limits: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
