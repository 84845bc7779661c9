import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A person without a row in email_settings has the default of the topic. */
const statements = [
  `create table notices (
    id text primary key,
    user_id text not null references users on delete cascade,
    kind text not null,
    subject text not null,
    facts jsonb not null,
    in_daily_email boolean not null default false,
    created_at timestamptz(3) not null,
    read_at timestamptz(3)
  )`,
  'create index notices_of_user on notices (user_id, created_at desc, id desc)',
  'create index notices_unread on notices (user_id) where read_at is null',
  'create index notices_in_daily_email on notices (user_id) where in_daily_email',
  'create index notices_oldest on notices (created_at)',
  `create table email_settings (
    user_id text not null references users on delete cascade,
    topic text not null,
    choice text not null check (choice in ('AT_ONCE', 'DAILY', 'OFF')),
    primary key (user_id, topic)
  )`,
  `create index users_staff on users (id) where role = 'ADMIN'`,
  `create index users_waiting on users (id) where status = 'PENDING' and confirmed_at is not null`,
]

export const notices: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
