import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What lists are searched by. Triggers keep the words, not the program, so that a version that knows nothing of them can go on
 * working beside this one.
 */
const statements = [
  `create function search_words(said text) returns text language sql immutable strict parallel safe return
    regexp_replace(' ' || translate(lower(said), $$!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~$$, repeat(' ', 32)) || ' ', '\\s+', ' ', 'g')`,
  `create function month_of(at timestamptz) returns int language sql immutable strict parallel safe return
    (extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'))::int`,
  // Each word with its month before it: so the index has a list of rows for the word of each month, and none of years.
  `create function terms_of_month(at timestamptz, kind text, words text) returns tsvector language sql immutable strict parallel safe return
    array_to_tsvector(array(select month_of(at) || kind || word from unnest(string_to_array(trim(words), ' ')) as word))`,

  `alter table users add column email_words text not null default '', add column name_words text not null default ''`,
  `create function note_words_of_user() returns trigger language plpgsql as $$
    begin
      new.email_words := search_words(new.email);
      new.name_words := search_words(new.full_name);
      return new;
    end
  $$`,
  `create trigger users_have_words before insert or update of email, full_name on users
    for each row execute function note_words_of_user()`,
  'update users set email = email',
  `create function terms_of_user(at timestamptz, status text, email text, name text) returns tsvector
    language sql immutable strict parallel safe return
    terms_of_month(at, ' status ', status) || terms_of_month(at, ' email ', email) || terms_of_month(at, ' name ', name)`,

  `alter table analyses add column search_words text not null default ''`,
  `create function words_of_request(full_name text, email text, project_type text, file_name text) returns text
    language sql immutable strict parallel safe return
    search_words(full_name || ' ' || email || ' ' || project_type || ' ' || file_name)`,
  `create function note_words_of_request() returns trigger language plpgsql as $$
    begin
      update analyses set search_words = words_of_request(full_name, email, project_type, new.file_name)
        from users where analyses.id = new.analysis_id and users.id = analyses.user_id
          and search_words <> words_of_request(full_name, email, project_type, new.file_name);
      return null;
    end
  $$`,
  `create trigger requests_have_words after insert on uploads
    for each row when (new.kind = 'ARCHIVE') execute function note_words_of_request()`,
  `create function note_words_of_requests() returns trigger language plpgsql as $$
    begin
      update analyses set search_words = words_of_request(new.full_name, new.email, project_type, file_name)
        from uploads
        where analyses.user_id = new.id and uploads.analysis_id = analyses.id and uploads.kind = 'ARCHIVE';
      return null;
    end
  $$`,
  `create trigger requests_have_new_words after update of email, full_name on users
    for each row when (old.email_words <> new.email_words or old.name_words <> new.name_words)
    execute function note_words_of_requests()`,
  `update analyses set search_words = words_of_request(full_name, email, project_type, file_name)
    from users, uploads
    where users.id = analyses.user_id and uploads.analysis_id = analyses.id and uploads.kind = 'ARCHIVE'`,
  `create function terms_of_request(at timestamptz, status text, words text) returns tsvector
    language sql immutable strict parallel safe return
    terms_of_month(at, ' status ', status) || terms_of_month(at, ' word ', words)`,

  `create index users_search on users
    using gin (terms_of_user(created_at, status, email_words, name_words)) with (fastupdate = off)`,
  'create index users_of_status on users (status, created_at desc, id desc)',
  `create index analyses_search on analyses
    using gin (terms_of_request(submitted_at, status, search_words)) with (fastupdate = off)`,
  'create index analyses_of_status on analyses (status, submitted_at desc, id desc)',
  'create index audit_actor on audit (actor_id, id)',
]

export const search: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
