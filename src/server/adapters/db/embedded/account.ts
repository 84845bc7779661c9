import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** As whom PostgreSQL runs, which refuses root: `prefix` comes before a command, `ids` are those of its process. */
export type Account = { prefix: readonly string[]; ids: { uid: number; gid: number } | null }

const OURSELVES: Account = { prefix: [], ids: null }
const CANDIDATES = ['postgres', 'nobody', 'daemon']
const PASSABLE = 0o011

/**
 * As root, first root itself under another number (its files stay root's), then another user, who owns the folder then. @throws
 * Error that says what to do when neither works.
 */
export function chooseAccount({ folder, dataDir, program }: Place): Account {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return OURSELVES
  const other = readCandidate()
  const owner = existsSync(folder) ? statSync(folder) : undefined
  if (isRoot && owner && owner.uid !== 0) return asOther(owner, { folder, dataDir, program })
  if (other && canRenumber(other)) return { prefix: renumbered(other), ids: null }
  if (isRoot && other) return asOther(other, { folder, dataDir, program })
  throw new Error(
    isRoot
      ? refusal('there is no other user in /etc/passwd')
      : `The embedded database can't run: its user, with the number ${process.getuid?.()}, is not in /etc/passwd, which PostgreSQL ` +
          'needs. Add that user, run Skyfurrow as another one, or set DATABASE_URL.',
  )
}

/** `folder` is that of the database, in the data folder. */
type Place = { folder: string; dataDir: string; program: string }
type Ids = { uid: number; gid: number }

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function readCandidate(): Ids | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = CANDIDATES.map((name) => users.find(([one]) => one === name)).find(Boolean) ?? []
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** A user namespace, in which root has another number. The default profile of Docker forbids it. */
const renumbered = ({ uid, gid }: Ids): string[] => ['unshare', '-U', `--map-user=${uid}`, `--map-group=${gid}`]

function canRenumber(ids: Ids): boolean {
  const [command = '', ...args] = renumbered(ids)
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0
}

function asOther({ uid, gid }: Ids, { folder, dataDir, program }: Place): Account {
  if (existsSync(folder)) giveTo(folder, { uid, gid })
  const { mode } = statSync(dataDir)
  // The folder stays unreadable; what is in it is private by its own mode.
  if ((mode & PASSABLE) !== PASSABLE) chmodSync(dataDir, (mode & 0o7777) | PASSABLE)
  for (const path of [dataDir, program])
    if (spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { uid, gid }).status !== 0)
      throw new Error(refusal(`user ${uid}, under whom it would run, can't reach ${path}`))
  return { prefix: [], ids: { uid, gid } }
}

/** Makes a file or folder, with what is in it, that of the account. */
export function giveTo(path: string, ids: Ids | null): void {
  if (!ids) return
  const found = lstatSync(path)
  if (found.uid !== ids.uid || found.gid !== ids.gid) chownSync(path, ids.uid, ids.gid)
  if (found.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), ids)
}

const refusal = (reason: string): string =>
  `The embedded database can't run as root: PostgreSQL refuses it, \`unshare -U\` is not possible here, and ${reason}. Run ` +
  'Skyfurrow as an ordinary user, put it and DATA_DIR into folders that everyone may pass (such as /opt and /var/lib), or set ' +
  'DATABASE_URL.'
