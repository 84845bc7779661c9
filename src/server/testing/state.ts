import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

const TABLES = ['users', 'codes', 'sessions', 'analyses', 'uploads', 'files', 'reports', 'audit', 'letters', 'messages']
/** What jobs change by themselves, and what notes that somebody was here. */
const RESTLESS = "'{used_at,sent_at,text,html,sha256,digest}'::text[]"

/** A digest of all that is kept: equal before and after a call that has changed nothing. */
export async function stateOf({ deps }: TestServer): Promise<Record<string, string>> {
  const digests = await Promise.all(
    TABLES.map(async (table) => {
      const row = sql`(to_jsonb(kept) - ${sql.raw(RESTLESS)})::text`
      const { rows } = await sql<{ digest: string }>`
        select coalesce(md5(string_agg(${row}, ' ' order by ${row})), 'empty') as digest from ${sql.table(table)} kept
      `.execute(deps.db)
      return [table, rows[0]?.digest ?? ''] as const
    }),
  )
  return Object.fromEntries(digests)
}

/** Every file in the store, but for those that are coming in. */
export async function storedNames({ deps }: TestServer): Promise<Set<string>> {
  const folders = ['open', 'objects'].map((name) => join(deps.config.dataDir, 'objects', name))
  const names = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })))
  return new Set(names.flat())
}
