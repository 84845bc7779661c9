import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresSettings } from '../database-url.ts'
import { type Account, giveTo } from './account.ts'

const PORT = 5432
/** The shortest limit of the systems that we run on, without the final zero. */
const PATH_BYTES_MAX = 103

/** Where the socket of a data folder is: in it, or below the system's temporary folder when its path would be too long. */
export function makeSocketFolder(dataDir: string, ids: Account['ids']): string {
  const near = join(dataDir, 'db.socket')
  const folder = fits(near) ? makePrivate(near) : makeTemporary(dataDir, ids)
  giveTo(folder, ids)
  return folder
}

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= PATH_BYTES_MAX

function makePrivate(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The same at each start, so that none is left behind; another one when someone else has made it. */
function makeTemporary(dataDir: string, ids: Account['ids']): string {
  const name = `skyfurrow-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const base = fits(join(tmpdir(), name)) ? tmpdir() : '/tmp'
  const folder = makePrivate(join(base, name))
  const found = lstatSync(folder)
  const isOurs = [process.getuid?.(), ids?.uid].includes(found.uid) && (found.mode & 0o077) === 0
  return isOurs && found.isDirectory() ? folder : mkdtempSync(join(base, 'skyfurrow-'))
}

export const settingsOf = (socketFolder: string, user: string): PostgresSettings => ({
  host: socketFolder,
  port: PORT,
  database: 'postgres',
  user,
  password: undefined,
  tls: null,
})
