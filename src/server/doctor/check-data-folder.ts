import { accessSync, constants, existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formatBytes, GiB } from '#domain/units.ts'
import { inspectLock, lockHolder, nearestFolder } from '../adapters/db/folder-lock.ts'
import { freeSpaceOf } from '../adapters/storage/incoming/free-space.ts'
import { dataFolders, isSharedFolder, OTHERS, OTHERS_IN_FOLDER } from '../data-folder/permissions.ts'
import { type DoctorContext, type Finding, fail, ok } from './finding.ts'

/** The database and its logs need more than this, and archives far more. */
const FREE_MIN = GiB(1)

export async function* checkDataFolder({ config, isRunning }: DoctorContext): AsyncGenerator<Finding> {
  const { dataDir } = config
  const nearest = nearestFolder(dataDir)
  const problem = folderProblem(nearest)
  if (problem) {
    yield problem
    return
  }
  yield ok('data folder', existsSync(dataDir) ? dataDir : `${dataDir} will be created at the first start`)
  yield checkSpace('disk space', { folder: nearest, shownAs: dataDir, setting: 'DATA_DIR' })
  const { problem: ofLock } = inspectLock(dataDir)
  if (ofLock) yield fail('lock', ofLock, 'Skyfurrow does not start before that.')
  if (isRunning) yield ok('running', `${lockHolder(dataDir)} runs on this folder, which is fine`)
  yield checkPrivacy(dataFolders(config))
}

/** The number of checked names: enough to find readable files, without reading a store of millions. */
const NAMES_MAX = 20_000
const LISTED_MAX = 3

function checkPrivacy(places: readonly string[]): Finding {
  const name = 'privacy of files'
  const open = readableByOthers(places)
  if (open.length === 0) return ok(name, 'other users of this machine cannot read them')
  const more = open.length > LISTED_MAX ? ' and more' : ''
  const shared = places.filter(isSharedFolder)
  return fail(
    name,
    `other users of this machine can read ${open.slice(0, LISTED_MAX).join(', ')}${more}`,
    shared.length > 0
      ? `${shared.join(', ')} is open to everyone on this machine: choose a folder for Skyfurrow alone.`
      : `chmod -R go-rwx ${places.join(' ')}`,
  )
}

/** Files in a private folder are private, for any mode of their own. Folders of other users are not checked. */
function readableByOthers(places: readonly string[]): string[] {
  const open: string[] = []
  let left = NAMES_MAX
  const check = (path: string): void => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    left -= 1
    if (!found || left < 0 || open.length > LISTED_MAX || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return
    const isOpenFolder = found.uid === process.getuid?.() && (found.mode & OTHERS_IN_FOLDER) !== 0
    if (found.isFile() || isOpenFolder) open.push(`${path} (mode ${(found.mode & 0o777).toString(8)})`)
    if (found.isDirectory()) for (const inside of namesIn(path)) check(join(path, inside))
  }
  for (const place of places) check(place)
  return open
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // This user may not read the folder.
    return []
  }
}

/** Checks the free disk space, and how much of it uploads may use. */
export function checkSpace(
  name: string,
  { folder, shownAs, setting }: { folder: string; shownAs: string; setting: string },
): Finding {
  const { free, reserve, left } = freeSpaceOf(statfsSync(folder))
  const [freeText, reserveText] = [free, Math.floor(reserve)].map(formatBytes)
  const todo = `Free some space, or set ${setting} to a larger disk.`
  if (free < FREE_MIN)
    return fail(
      name,
      `only ${freeText} are free on the disk of ${shownAs}`,
      `${todo} Without space uploads and the database stop.`,
    )
  if (left <= 0)
    return fail(
      name,
      `only ${freeText} are free on the disk of ${shownAs}, less than the reserve of ${reserveText}`,
      `${todo} Until then uploads are rejected; everything else works.`,
    )
  const above = Number.isFinite(left) ? `, ${formatBytes(Math.floor(left))} above the reserve of ${reserveText}` : ''
  return ok(name, `${freeText} are free${above}`)
}

function folderProblem(folder: string): Finding | undefined {
  const name = 'data folder'
  const todo = `Make it writable for the user that runs Skyfurrow (uid ${process.getuid?.() ?? 'unknown'}), or set DATA_DIR.`
  const { uid, mode } = statSync(folder)
  if (!statSync(folder).isDirectory()) return fail(name, `${folder} is not a folder`, 'Set DATA_DIR to a folder.')
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return fail(name, `${folder} can't be written (owner ${uid}, mode ${(mode & 0o777).toString(8)})`, todo)
  }
  const lockFile = join(folder, 'lock')
  if (!existsSync(lockFile) || process.getuid === undefined) return undefined
  const owner = statSync(lockFile).uid
  // As root the program would create files that its usual user cannot write.
  if (owner === process.getuid()) return undefined
  return fail(
    name,
    `the files in ${folder} belong to uid ${owner}, and this process runs as uid ${process.getuid()}`,
    todo,
  )
}
