import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Times are kept in milliseconds, as JavaScript has them, so that a cursor names a row exactly. */
const statements = [
  `create table users (
    id text primary key,
    email text not null unique,
    full_name text not null,
    password_hash text not null,
    role text not null check (role in ('ADMIN', 'USER')),
    status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED', 'ON_HOLD')),
    project_types text[] not null default '{}',
    message text,
    confirmed_at timestamptz(3),
    created_at timestamptz(3) not null,
    version int not null default 1
  )`,
  'create index users_newest on users (created_at desc, id desc)',
  `create table codes (
    user_id text not null references users on delete cascade,
    purpose text not null check (purpose in ('CONFIRM', 'RESET')),
    code_hash text not null,
    expires_at timestamptz(3) not null,
    tries int not null default 0,
    primary key (user_id, purpose)
  )`,
  'create table limit_hits (key text not null, at timestamptz(3) not null)',
  'create index limit_hits_key on limit_hits (key, at)',
  `create table sessions (
    id text primary key,
    user_id text not null references users on delete cascade,
    generation int not null default 1,
    created_at timestamptz(3) not null,
    used_at timestamptz(3) not null,
    ended_at timestamptz(3)
  )`,
  'create index sessions_user on sessions (user_id)',
  `create table rotations (
    session_id text not null references sessions on delete cascade,
    generation int not null,
    used_at timestamptz(3) not null,
    primary key (session_id, generation)
  )`,
  `create table analyses (
    id text primary key,
    user_id text not null references users,
    project_type text not null,
    description text not null,
    report_categories text[] not null,
    status text not null check (status in ('UPLOADING', 'PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED')),
    message text,
    submitted_at timestamptz(3) not null,
    version int not null default 1
  )`,
  `create index analyses_newest on analyses (submitted_at desc, id desc) where status <> 'UPLOADING'`,
  'create index analyses_of_user on analyses (user_id, submitted_at desc, id desc)',
  `create table uploads (
    id text primary key,
    analysis_id text not null references analyses,
    user_id text not null references users,
    kind text not null check (kind in ('ARCHIVE', 'REPORT')),
    file_name text not null,
    storage_key text not null,
    total_parts int not null,
    part_bytes bigint not null,
    file_bytes bigint,
    remarks text not null default '',
    state text not null check (state in ('OPEN', 'COMPLETE', 'ABANDONED')),
    receipts_hash text,
    started_at timestamptz(3) not null,
    touched_at timestamptz(3) not null
  )`,
  'create index uploads_of_analysis on uploads (analysis_id)',
  `create index uploads_open on uploads (user_id, started_at) where state = 'OPEN'`,
  `create unique index uploads_one_archive on uploads (analysis_id) where kind = 'ARCHIVE'`,
  `create table files (
    upload_id text primary key,
    analysis_id text not null references analyses,
    kind text not null check (kind in ('ARCHIVE', 'REPORT')),
    file_name text not null,
    storage_key text not null,
    bytes bigint not null,
    created_at timestamptz(3) not null,
    published_at timestamptz(3)
  )`,
  'create index files_of_analysis on files (analysis_id, created_at)',
  `create table reports (
    analysis_id text primary key references analyses,
    remarks text not null,
    updated_by text not null references users,
    updated_at timestamptz(3) not null
  )`,
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz(3) not null,
    actor_id text,
    action text not null,
    subject text not null,
    before jsonb,
    after jsonb,
    request_id text not null,
    address text not null
  )`,
  'create index audit_subject on audit (subject, id)',
  `create table letters (
    id text primary key,
    to_email text not null,
    subject text not null,
    text text not null,
    html text not null,
    created_at timestamptz(3) not null,
    sent_at timestamptz(3)
  )`,
]

export const foundations: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
