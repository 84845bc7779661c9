import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A list of users reads the names of their assigned projects, not the projects of past seasons. */
export const assignedProjects: Migration = {
  up: async (db) => {
    await sql`create index projects_assigned on projects (user_id, position) include (name) where assigned`.execute(db)
  },
}
