import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { foundations } from './migrations/001-foundations.ts'
import { accountAndContact } from './migrations/002-account-and-contact.ts'
import { receipts } from './migrations/003-receipts.ts'
import { limits } from './migrations/004-limits.ts'
import { auditAppendOnly } from './migrations/005-audit-append-only.ts'
import type { Schema } from './schema.ts'

const migrations = {
  '001-foundations': foundations,
  '002-account-and-contact': accountAndContact,
  '003-receipts': receipts,
  '004-limits': limits,
  '005-audit-append-only': auditAppendOnly,
}

/** Brings the schema up to date; answers the names of what it ran. @throws when the schema is newer than this program. */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be brought up to date', { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}
