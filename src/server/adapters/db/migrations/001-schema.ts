import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const schema: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(join(import.meta.dirname, '001-schema.sql'), 'utf8')).execute(db)
  },
}
