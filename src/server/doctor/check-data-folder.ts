import { accessSync, constants, existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatBytes, GiB } from '#domain/units.ts'
import { holderOf, lookAtLock } from '../adapters/db/folder-lock.ts'
import { roomOn } from '../adapters/storage/disk-room.ts'
import type { Config } from '../config.ts'
import { isSharedPlace, OTHERS, placesOf } from '../private-folders.ts'
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
  const { fault: ofLock } = lookAtLock(dataDir)
  if (ofLock) yield fail('lock', ofLock, 'No start goes on before that.')
  if (isRunning) yield ok('running', `${holderOf(dataDir)} runs on this folder, which is fine`)
  yield checkPrivacy(config)
}

/** So many names are looked at: enough to find what is open, without reading a store of millions. */
const NAMES_MOST = 20_000
const NAMED_MOST = 3

function checkPrivacy(config: Config): Finding {
  const name = 'privacy of files'
  const places = placesOf(config)
  const open = openToOthers(places)
  if (open.length === 0) return ok(name, 'other users of this machine can read none of them')
  const more = open.length > NAMED_MOST ? ' and more' : ''
  const shared = places.filter(isSharedPlace)
  return fail(
    name,
    `other users of this machine can look into ${open.slice(0, NAMED_MOST).join(', ')}${more}`,
    shared.length > 0
      ? `${shared.join(', ')} is for everyone on this machine: choose a folder for Skyfurrow alone.`
      : `chmod -R go-rwx ${places.join(' ')}`,
  )
}

/** A closed folder closes what it holds, too, whatever the modes in there. One of another user is not ours to close. */
function openToOthers(places: readonly string[]): string[] {
  const open: string[] = []
  let left = NAMES_MOST
  const look = (path: string): void => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    left -= 1
    if (!found || left < 0 || open.length > NAMED_MOST || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return
    if (found.isFile() || found.uid === process.getuid?.())
      open.push(`${path} (mode ${(found.mode & 0o777).toString(8)})`)
    if (found.isDirectory()) for (const inside of namesIn(path)) look(join(path, inside))
  }
  for (const place of places) look(place)
  return open
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Not even we may look into it.
    return []
  }
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
