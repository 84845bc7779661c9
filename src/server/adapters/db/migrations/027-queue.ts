import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who works on a request, and an index of what the list of requests is filtered by. It has the terms of `analyses_search` too, so
 * that a search within a filter needs one index. The version before, which may run beside this one, searches the former.
 */
const statements = [
  'alter table analyses add column assignee_id text references users',
  `create function terms_of_queue(at timestamptz, status text, words text, project text, assignee text, customer text) returns tsvector
    language sql immutable parallel safe return
    terms_of_month(at, ' status ', status) || terms_of_month(at, ' word ', words) || terms_of_month(at, ' project ', md5(replace(project, '_', ' '))) ||
    terms_of_month(at, ' assignee ', coalesce(assignee, 'nobody')) || terms_of_month(at, ' customer ', customer)`,
  `create index analyses_queue on analyses
    using gin (terms_of_queue(submitted_at, status, search_words, project_type, assignee_id, user_id)) with (fastupdate = off)`,
]

export const queue: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
