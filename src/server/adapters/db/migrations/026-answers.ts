import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A request can have several archives, one after another: a further one answers its rejection. At most one of them is open. A
 * request is found by the names of all archives that count: its first, and the answers that have arrived.
 */
const statements = [
  'alter table uploads add column answer jsonb',
  'drop index uploads_one_archive',
  `create unique index uploads_one_open_archive on uploads (analysis_id) where kind = 'ARCHIVE' and state = 'OPEN'`,

  `create function archive_names(request text) returns text language sql stable return (
    select coalesce(string_agg(file_name, ' ' order by started_at, id), '') from uploads
    where analysis_id = request and kind = 'ARCHIVE' and (answer is null or state = 'COMPLETE')
  )`,
  `create or replace function note_words_of_request() returns trigger language plpgsql as $$
    begin
      update analyses set search_words = words_of_request(full_name, email, projects.name, archive_names(new.analysis_id))
        from users, projects
        where analyses.id = new.analysis_id and users.id = analyses.user_id and projects.id = analyses.project_id
          and search_words <> words_of_request(full_name, email, projects.name, archive_names(new.analysis_id));
      return null;
    end
  $$`,
  `create trigger answers_have_words after update of state on uploads
    for each row when (new.answer is not null and new.state = 'COMPLETE' and old.state <> 'COMPLETE')
    execute function note_words_of_request()`,
]

export const answers: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
