import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The activity log only grows';
    end
  $$`,
  `create trigger audit_only_grows before update or delete or truncate on audit
    for each statement execute function refuse_change()`,
]

export const auditAppendOnly: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
