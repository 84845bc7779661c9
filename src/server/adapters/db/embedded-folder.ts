import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Storage } from '../storage/storage.ts'
import type { OnFatal } from './corruption.ts'
import { DamagedDatabase, openPglite, RESTORE_INSTRUCTIONS } from './pglite.ts'

/** Without each of these there is no database. The library would silently create a new one over the rest. */
const REQUIRED_FILES = [
  'PG_VERSION',
  'postgresql.conf',
  'global/pg_control',
  'base/1',
  'base/5',
  'pg_wal',
  'pg_xact',
  'pg_multixact',
]

/** Marks that this data folder has had a database: if it is lost, no empty one may take its place. */
const MARKER = 'database.made'

export const databaseFolder = (dataDir: string): string => join(dataDir, 'db')

/** Without a database, as before a first start. */
export const isEmpty = (dataDir: string): boolean => {
  const folder = databaseFolder(dataDir)
  return !existsSync(folder) || readdirSync(folder).length === 0
}

export const hasMarker = (dataDir: string): boolean => existsSync(join(dataDir, MARKER))

/** Durable when it returns. If a crash prevents it, the next start repeats it. */
export function writeMarker(dataDir: string, keyId: string): void {
  if (hasMarker(dataDir)) return
  const file = join(dataDir, MARKER)
  const content = `${JSON.stringify({ madeAt: new Date().toISOString(), keyId })}\n`
  writeFileSync(`${file}.new`, content, { flush: true })
  renameSync(`${file}.new`, file)
  syncFolder(dataDir)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The problem of a lost or incomplete database; undefined when it is complete, and before the first start. */
export async function lostDatabaseProblem(
  dataDir: string,
  hasFiles: () => Promise<boolean>,
): Promise<Error | undefined> {
  const folder = databaseFolder(dataDir)
  if (!isEmpty(dataDir)) return incompleteProblem(dataDir)
  const evidence = hasMarker(dataDir) ? createdSince(dataDir) : (await hasFiles()) && 'the file store holds files'
  if (!evidence) return undefined
  return new Error(
    `The embedded database is lost: ${join(folder, 'PG_VERSION')} is missing, but ${evidence}. ` +
      'With an empty database every account and request would be gone, so nothing was started or changed. ' +
      `If a disk is not mounted, or DATA_DIR or DATABASE_URL has changed, correct that. ${RESTORE_INSTRUCTIONS} ` +
      'To start with an empty database on purpose, choose a DATA_DIR that is empty, and a file store that is.',
  )
}

function incompleteProblem(dataDir: string): Error | undefined {
  const folder = databaseFolder(dataDir)
  const missing = REQUIRED_FILES.find((name) => !existsSync(join(folder, name)))
  return missing ? new DamagedDatabase(folder, `${join(folder, missing)} is missing`, undefined) : undefined
}

function createdSince(dataDir: string): string {
  const text = readFileSync(join(dataDir, MARKER), 'utf8')
  const time = /"madeAt":"([^"]+)"/.exec(text)?.[1]
  return `${join(dataDir, MARKER)} shows that there was one${time ? `, created at ${time}` : ''}`
}

/** @throws Error that names what is missing and how to restore it, when there was a database or some of its files exist. */
export async function assertDatabaseFolder(dataDir: string, storage: Pick<Storage, 'isEmpty'>): Promise<void> {
  const problem = await lostDatabaseProblem(dataDir, async () => !(await storage.isEmpty()))
  if (problem) throw problem
}

/** Opens the database of a data folder, and creates it where there is none; callers that must not create one check first. */
export async function openOrCreate(dataDir: string, onFatal?: OnFatal): Promise<PGlite> {
  if (isEmpty(dataDir)) await createDatabase(dataDir, onFatal)
  const problem = incompleteProblem(dataDir)
  if (problem) throw problem
  return openPglite(databaseFolder(dataDir), onFatal)
}

/** The folder gets its name in one step, so that an interrupted creation is not taken for a database. */
async function createDatabase(dataDir: string, onFatal: OnFatal | undefined): Promise<void> {
  const folder = databaseFolder(dataDir)
  const temporary = `${folder}.new`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true })
  const pglite = await openPglite(temporary, onFatal)
  await pglite.close()
  renameSync(temporary, folder)
  syncFolder(dataDir)
}
