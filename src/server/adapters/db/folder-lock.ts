import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isAlive } from './is-alive.ts'

/** The name of the folder in messages, and the alternative to waiting for it. */
type FolderName = { what: string; instead: string }

const DATA_FOLDER = { what: 'data folder', instead: 'set DATA_DIR' }

/**
 * Locks the data folder, or another one, for this process, until release or death: the embedded database does not notice a
 * second process and would be corrupted by it. SQLite's file lock is released by the operating system when the process ends.
 * @throws Error that names the folder when it cannot be written, its holder when it is locked, and what is wrong with its lock.
 */
export function lockFolder(folder: string, name: FolderName = DATA_FOLDER): () => void {
  ensureWritable(folder, name)
  const lock = openLock(folder)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch (error) {
    lock.close()
    throw isHeld(error)
      ? new Error(`The ${name.what} ${folder} is in use by ${lockHolder(folder)}. Stop it first, or ${name.instead}.`)
      : new Error(lockProblem(folder, error), { cause: error })
  }
  writeFileSync(join(folder, HOLDER), String(process.pid))
  return () => lock.close()
}

const LOCK = 'lock'
const HOLDER = 'lock.pid'

/** Inspects the lock of a folder without taking it: whether it is held, or what is wrong with it. */
export function inspectLock(folder: string): { isHeld: boolean; problem?: string } {
  const file = join(folder, LOCK)
  if (!existsSync(file)) return { isHeld: false }
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { readOnly: true })
    lock.prepare('select count(*) from sqlite_master').get()
    return { isHeld: false }
  } catch (error) {
    return isHeld(error) ? { isHeld: true } : { isHeld: false, problem: lockProblem(folder, error) }
  } finally {
    lock?.close()
  }
}

function openLock(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, LOCK))
  } catch (error) {
    throw new Error(lockProblem(folder, error), { cause: error })
  }
}

/** SQLite's error numbers, in the lowest byte of its codes. */
const BUSY = 5
const LOCKED = 6
const CORRUPT = 11
const NOTADB = 26

const codeOf = (error: unknown): number => Number((error as { errcode?: unknown }).errcode) & 0xff

const isHeld = (error: unknown): boolean => [BUSY, LOCKED].includes(codeOf(error))

function lockProblem(folder: string, error: unknown): string {
  const file = join(folder, LOCK)
  if ([CORRUPT, NOTADB].includes(codeOf(error)))
    return (
      `The file ${file} is damaged: it is not a lock that Skyfurrow created. It holds no data. ` +
      `Make sure that no Skyfurrow runs on ${folder}, remove the file, and start again.`
    )
  const reason = error instanceof Error ? error.message : String(error)
  return `The file ${file} can't be locked: ${reason}. Make it writable for this user, or remove it while no Skyfurrow runs on ${folder}.`
}

function ensureWritable(folder: string, { what, instead }: FolderName): void {
  try {
    // For a folder within a read-only one, Node reports that it does not exist.
    accessSync(nearestFolder(folder), constants.W_OK)
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new Error(`The ${what} ${folder} can't be written. Make it writable, or ${instead}.`, { cause: error })
  }
}

/** The folder itself, or that which exists above it. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

/** The holder of a lock, as far as its pid file can be trusted: it is written after the lock is taken. */
export function lockHolder(folder: string): string {
  const file = join(folder, HOLDER)
  const text = readText(file)
  if (!/^[1-9]\d*$/.test(text)) return `an unknown process: ${file} does not name it`
  if (isAlive(Number(text))) return `process ${text}`
  return `an unknown process: ${file} names ${text}, which does not run here. It may run in a container or on another machine`
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
