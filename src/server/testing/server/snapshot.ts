import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

const PEOPLE = [
  'users',
  'codes',
  'sessions',
  'memberships',
  'invitations',
  'trialShares',
  'second_factors',
  'recovery_codes',
  'messages',
  'notices',
  'email_settings',
]
/** Without those that jobs write. */
const TRIALS = [
  'trials',
  'trial_flights',
  'flight_layers',
  'trial_grounds',
  'trial_plots',
  'plots',
  'trial_columns',
  'plot_images',
  'trial_exclusions',
  'trial_formulas',
  'trial_temperatures',
  'applied_shifts',
]
const TABLES = [...PEOPLE, ...TRIALS, 'analyses', 'uploads', 'files', 'reports', 'audit', 'emails']
/** Columns that jobs and reads change. */
const EMAIL_COLUMNS = ['sent_at', 'text', 'html', 'status', 'attempts', 'unknown_attempts', 'last_error', 'settled_at']
const VOLATILE_COLUMNS = [
  'used_at',
  'used_generation',
  'sha256',
  'digest',
  'inspection',
  'virus_scan',
  'scanned_at',
  'crc32',
  'preview',
]

/** A digest per table. Equal before and after a call that changes nothing. */
export async function databaseSnapshot({ deps }: TestServer): Promise<Record<string, string>> {
  const digests = await Promise.all(
    TABLES.map(async (table) => {
      const ignored = table === 'emails' ? EMAIL_COLUMNS : VOLATILE_COLUMNS
      const row = sql`(to_jsonb(kept) - ${ignored}::text[])::text`
      const { rows } = await sql<{ digest: string }>`
        select coalesce(md5(string_agg(${row}, ' ' order by ${row})), 'empty') as digest from ${sql.table(table)} kept
      `.execute(deps.db)
      return [table, rows[0]?.digest ?? ''] as const
    }),
  )
  return Object.fromEntries(digests)
}

/** Every file in the store. A folder that a job deletes in the meantime has none. */
export async function storageSnapshot({ deps }: TestServer): Promise<Set<string>> {
  const folders = ['open', 'objects'].map((name) => join(deps.config.dataDir, 'objects', name))
  const names = await Promise.all(folders.map((folder) => namesBelow(folder)))
  return new Set(names.flat())
}

async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const below = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((entry) => namesBelow(join(folder, entry.name))),
  )
  return [...entries.map((entry) => join(folder, entry.name)), ...below.flat()]
}
