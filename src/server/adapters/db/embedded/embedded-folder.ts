import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Storage } from '../../storage/storage.ts'
import { DamagedDatabase, OtherVersion, RESTORE_INSTRUCTIONS } from './damage.ts'
import { MAJOR_VERSION } from './programs.ts'

/** Without each of these there is no database. */
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

export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The problem of a lost, incomplete or unsuitable database; undefined when it is complete, and before the first start. */
export async function lostDatabaseProblem(
  dataDir: string,
  hasFiles: () => Promise<boolean>,
): Promise<Error | undefined> {
  const folder = databaseFolder(dataDir)
  if (!isEmpty(dataDir)) return unusableProblem(folder)
  const evidence = hasMarker(dataDir) ? createdSince(dataDir) : (await hasFiles()) && 'the file store holds files'
  if (!evidence) return undefined
  return new Error(
    `The embedded database is lost: ${join(folder, 'PG_VERSION')} is missing, but ${evidence}. ` +
      'With an empty database every account and request would be gone, so nothing was started or changed. ' +
      `If a disk is not mounted, or DATA_DIR or DATABASE_URL has changed, correct that. ${RESTORE_INSTRUCTIONS} ` +
      'To start with an empty database on purpose, choose a DATA_DIR that is empty, and a file store that is.',
  )
}

function unusableProblem(folder: string): Error | undefined {
  const missing = REQUIRED_FILES.find((name) => !existsSync(join(folder, name)))
  if (missing) return new DamagedDatabase(folder, `${join(folder, missing)} is missing`, undefined)
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (!/^\d+$/.test(version))
    return new DamagedDatabase(folder, `${join(folder, 'PG_VERSION')} names no version`, undefined)
  return version === String(MAJOR_VERSION) ? undefined : new OtherVersion(folder, version)
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
