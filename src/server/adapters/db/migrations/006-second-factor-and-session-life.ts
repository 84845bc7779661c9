import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table users add column must_change_password boolean not null default false',
  `create table second_factors (
    user_id text primary key references users on delete cascade,
    secret text not null,
    started_at timestamptz(3) not null,
    confirmed_at timestamptz(3),
    last_step int not null default 0
  )`,
  `create table recovery_codes (
    user_id text not null references users on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  )`,
]

export const secondFactorAndSessionLife: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
