import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { formatBytes, GiB } from '#domain/units.ts'
import { roomOn } from '../adapters/storage/disk-room.ts'
import { type Finding, fail, type Given, ok } from './finding.ts'

/** Less is not enough for the database and its logs, let alone for an archive. */
const FREE_LEAST = GiB(1)

export async function* checkDataFolder({ config, isRunning }: Given): AsyncGenerator<Finding> {
  const { dataDir } = config
  const nearest = nearestOf(dataDir)
  const fault = whyUnusable(nearest)
  if (fault) {
    yield fault
    return
  }
  yield ok('data folder', existsSync(dataDir) ? dataDir : `${dataDir} will be made at the first start`)
  yield checkSpace('disk space', { folder: nearest, shownAs: dataDir, setting: 'DATA_DIR' })
  if (isRunning) yield ok('running', `process ${holderOf(dataDir)} runs on this folder, which is fine`)
}

/** How much room is left, and how much of it parts may take. */
export function checkSpace(
  name: string,
  { folder, shownAs, setting }: { folder: string; shownAs: string; setting: string },
): Finding {
  const { free, reserve, left } = roomOn(statfsSync(folder))
  const [freeSaid, reserveSaid] = [free, Math.floor(reserve)].map(formatBytes)
  const todo = `Make room, or set ${setting} to a larger disk.`
  if (free < FREE_LEAST)
    return fail(
      name,
      `only ${freeSaid} are left where ${shownAs} is`,
      `${todo} Without room neither uploads nor the database can go on.`,
    )
  if (left <= 0)
    return fail(
      name,
      `only ${freeSaid} are left where ${shownAs} is, not more than the reserve of ${reserveSaid}`,
      `${todo} Until then uploads are refused, and all else goes on.`,
    )
  const above = Number.isFinite(left) ? `, ${formatBytes(Math.floor(left))} above the reserve of ${reserveSaid}` : ''
  return ok(name, `${freeSaid} are left${above}`)
}

function whyUnusable(folder: string): Finding | undefined {
  const name = 'data folder'
  const todo = `Make it writable for the user that runs Skyfurrow (number ${process.getuid?.() ?? 'unknown'}), or set DATA_DIR.`
  const { uid, mode } = statSync(folder)
  if (!statSync(folder).isDirectory()) return fail(name, `${folder} is no folder`, 'Set DATA_DIR to a folder.')
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return fail(name, `${folder} can't be written (owner ${uid}, mode ${(mode & 0o777).toString(8)})`, todo)
  }
  const secrets = join(folder, 'lock')
  if (!existsSync(secrets) || process.getuid === undefined) return undefined
  const owner = statSync(secrets).uid
  // Root would leave files behind that the usual user can't write.
  if (owner === process.getuid()) return undefined
  return fail(name, `what is in ${folder} belongs to user ${owner}, and this is user ${process.getuid()}`, todo)
}

function nearestOf(folder: string): string {
  let nearest = folder
  while (!existsSync(nearest)) nearest = dirname(nearest)
  return nearest
}

/** Looks whether the lock of the folder is held, without taking it. */
export function isInUse(dataDir: string): boolean {
  const file = join(dataDir, 'lock')
  if (!existsSync(file)) return false
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { readOnly: true })
    lock.prepare('select count(*) from sqlite_master').get()
    return false
  } catch (error) {
    return /locked/.test(String(error))
  } finally {
    lock?.close()
  }
}

function holderOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'lock.pid'), 'utf8')
  } catch {
    return 'unknown'
  }
}
