import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A customer's projects get a table of their own. The triggers are for the version before, which may run beside this one: it knows
 * `users.project_types` and `analyses.project_type` only. They act on what a program writes, never on one another.
 */
const statements = [
  `create table projects (
    id text primary key default gen_random_uuid()::text,
    user_id text not null references users on delete cascade,
    name text not null,
    assigned boolean not null,
    position int not null default 0,
    created_at timestamptz(3) not null default now(),
    unique (user_id, name)
  )`,
  `insert into projects (user_id, name, assigned, position, created_at)
    select user_id, name, bool_or(assigned), coalesce(min(position), 0), coalesce(min(at), now()) from (
      select users.id as user_id, name, true as assigned, position, null::timestamptz as at
        from users, unnest(project_types) with ordinality as project (name, position)
      union all
      select user_id, project_type, false, null, submitted_at from analyses
    ) as known
    group by user_id, name`,
  'create index projects_by_name on projects ((lower(name)) collate "C", name collate "C")',

  'alter table analyses add column project_id text references projects',
  `update analyses set project_id = projects.id
    from projects where projects.user_id = analyses.user_id and projects.name = analyses.project_type`,
  'alter table analyses alter column project_id set not null',
  'create index analyses_of_project on analyses (project_id)',

  `create function keep_project_of_request() returns trigger language plpgsql as $$
    begin
      if new.project_id is null then
        insert into projects (user_id, name, assigned) values (new.user_id, new.project_type, false) on conflict do nothing;
        select id into new.project_id from projects where user_id = new.user_id and name = new.project_type;
      else
        select name into new.project_type from projects where id = new.project_id;
      end if;
      return new;
    end
  $$`,
  `create trigger requests_keep_project before insert on analyses
    for each row when (new.project_id is null or new.project_type is null) execute function keep_project_of_request()`,

  `create function keep_projects_of_user() returns trigger language plpgsql as $$
    begin
      update projects set assigned = false where user_id = new.id and assigned and name <> all (new.project_types);
      insert into projects (user_id, name, assigned, position)
        select new.id, given.name, true, min(given.position)
        from unnest(new.project_types) with ordinality as given (name, position) group by given.name
        on conflict (user_id, name) do update set assigned = true, position = excluded.position;
      return null;
    end
  $$`,
  `create trigger users_keep_projects after insert or update of project_types on users
    for each row when (pg_trigger_depth() = 0) execute function keep_projects_of_user()`,

  `create function keep_users_of_projects() returns trigger language plpgsql as $$
    begin
      update users set project_types = array(
        select name from projects where user_id = users.id and assigned order by position
      ) where id in (select user_id from changed);
      return null;
    end
  $$`,
  ...['insert', 'update'].map(
    (change) => `create trigger projects_keep_users_after_${change} after ${change} on projects
      referencing new table as changed
      for each statement when (pg_trigger_depth() = 0) execute function keep_users_of_projects()`,
  ),

  `create or replace function note_words_of_request() returns trigger language plpgsql as $$
    begin
      update analyses set search_words = words_of_request(full_name, email, projects.name, new.file_name)
        from users, projects
        where analyses.id = new.analysis_id and users.id = analyses.user_id and projects.id = analyses.project_id
          and search_words <> words_of_request(full_name, email, projects.name, new.file_name);
      return null;
    end
  $$`,
]

export const projects: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
