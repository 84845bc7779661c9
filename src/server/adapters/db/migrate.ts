import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { AppError } from '#domain/errors.ts'
import { foundations } from './migrations/001-foundations.ts'
import { accountAndContact } from './migrations/002-account-and-contact.ts'
import { receipts } from './migrations/003-receipts.ts'
import { limits } from './migrations/004-limits.ts'
import { auditAppendOnly } from './migrations/005-audit-append-only.ts'
import { secondFactorAndSessionLife } from './migrations/006-second-factor-and-session-life.ts'
import { inspections } from './migrations/007-inspections.ts'
import { deliveries } from './migrations/008-deliveries.ts'
import { keyOfData } from './migrations/009-key-of-data.ts'
import { search } from './migrations/010-search.ts'
import { sessionGenerations } from './migrations/011-session-generations.ts'
import { wordsByAJob } from './migrations/012-words-by-a-job.ts'
import { reportsAsPublished } from './migrations/013-reports-as-published.ts'
import { storageUse } from './migrations/014-storage-use.ts'
import { files } from './migrations/015-files.ts'
import { projects } from './migrations/016-projects.ts'
import { emails } from './migrations/017-emails.ts'
import { periodicWork } from './migrations/019-periodic-work.ts'
import { work } from './migrations/020-work.ts'
import { plainNames } from './migrations/021-plain-names.ts'
import { organisation } from './migrations/022-organisation.ts'
import { notices } from './migrations/023-notices.ts'
import { reportDownloads } from './migrations/025-report-downloads.ts'
import { answers } from './migrations/026-answers.ts'
import { queue } from './migrations/027-queue.ts'
import { openedReports } from './migrations/028-opened-reports.ts'
import { assignedProjects } from './migrations/029-assigned-projects.ts'
import { damagedFiles } from './migrations/030-damaged-files.ts'
import { maps } from './migrations/031-maps.ts'
import { points } from './migrations/032-points.ts'
import { models } from './migrations/033-models.ts'
import { trials } from './migrations/034-trials.ts'
import { exclusions } from './migrations/035-exclusions.ts'
import { ownColumns } from './migrations/036-own-columns.ts'
import { shifts } from './migrations/037-shifts.ts'
import { formulas } from './migrations/038-formulas.ts'
import { flightFiles } from './migrations/039-flight-files.ts'
import { temperatures } from './migrations/040-temperatures.ts'
import { plotLayouts } from './migrations/041-plot-layouts.ts'
import { flights } from './migrations/043-flights.ts'
import { flightAnswers } from './migrations/044-flight-answers.ts'
import { runs } from './migrations/045-runs.ts'
import { columnTypes } from './migrations/046-column-types.ts'
import type { Schema } from './schema.ts'

const migrations = {
  '001-foundations': foundations,
  '002-account-and-contact': accountAndContact,
  '003-receipts': receipts,
  '004-limits': limits,
  '005-audit-append-only': auditAppendOnly,
  '006-second-factor-and-session-life': secondFactorAndSessionLife,
  '007-inspections': inspections,
  '008-deliveries': deliveries,
  '009-key-of-data': keyOfData,
  '010-search': search,
  '011-session-generations': sessionGenerations,
  '012-words-by-a-job': wordsByAJob,
  '013-reports-as-published': reportsAsPublished,
  '014-storage-use': storageUse,
  '015-files': files,
  '016-projects': projects,
  '017-emails': emails,
  '019-periodic-work': periodicWork,
  '020-work': work,
  '021-plain-names': plainNames,
  '022-organisation': organisation,
  '023-notices': notices,
  '025-report-downloads': reportDownloads,
  '026-answers': answers,
  '027-queue': queue,
  '028-opened-reports': openedReports,
  '029-assigned-projects': assignedProjects,
  '030-damaged-files': damagedFiles,
  '031-maps': maps,
  '032-points': points,
  '033-models': models,
  '034-trials': trials,
  '035-exclusions': exclusions,
  '036-own-columns': ownColumns,
  '037-shifts': shifts,
  '038-formulas': formulas,
  '039-flight-files': flightFiles,
  '040-temperatures': temperatures,
  '041-plot-layouts': plotLayouts,
  '043-flights': flights,
  '044-flight-answers': flightAnswers,
  '045-runs': runs,
  '046-column-types': columnTypes,
}

/**
 * Migrates the schema to the newest version, or up to one migration; returns the names of the migrations that ran. @throws when
 * it is newer than this program.
 */
export async function migrate(db: Kysely<Schema>, upTo?: string): Promise<string[]> {
  await rejectNewerSchema(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (error) {
    const cause = error instanceof AppError ? error.cause : error
    throw new Error('The database could not be brought up to date', { cause })
  }
  return (results ?? []).map((result) => result.migrationName)
}

export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name))

/** The migrations of the schema, in order; empty in an empty database. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const table = await sql<{ oid: string | null }>`select to_regclass('kysely_migration')::text as oid`.execute(db)
  if (!table.rows[0]?.oid) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Compares the schema with this program: migrations that it does not know, and those that have not run. */
export async function compareSchema(db: Kysely<Schema>): Promise<{ unknown: string[]; missing: string[] }> {
  const names = await appliedMigrations(db)
  return { unknown: unknownMigrations(names), missing: Object.keys(migrations).filter((name) => !names.includes(name)) }
}

export const newerSchemaMessage = (unknown: readonly string[]): string =>
  `The database was brought up to date by a newer Skyfurrow: this version does not know ${unknown.join(', ')}. ` +
  'Start that version, or restore a backup from before it.'

async function rejectNewerSchema(db: Kysely<Schema>): Promise<void> {
  const { unknown } = await compareSchema(db)
  if (unknown.length > 0) throw new Error(newerSchemaMessage(unknown))
}
