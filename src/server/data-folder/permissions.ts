import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'

export const OTHERS = 0o077
/** Others may pass a folder, for the user of the embedded database, but not see what is in it. */
export const OTHERS_IN_FOLDER = 0o066
const STICKY = 0o1000

type Places = Pick<Config, 'dataDir' | 'mail'>

/** The folders that contain people's data. */
export const dataFolders = ({ dataDir, mail }: Places): string[] => [
  ...new Set(mail.smtp ? [dataDir] : [dataDir, mail.folder]),
]

/** An older version, or a user, may have left them open to every account of this machine. */
export function restrictFolders(places: Places, log: Pick<Logger, 'warn'>): void {
  for (const folder of dataFolders(places)) restrictFolder(folder, log)
}

/** A folder for every user of the machine, such as /tmp. */
export const isSharedFolder = (folder: string): boolean =>
  folder === dirname(folder) || ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & STICKY) !== 0

/** Restricts a folder to this user, which protects everything in it, whatever its own modes are. */
export function restrictFolder(folder: string, log: Pick<Logger, 'warn'>): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory() || (found.mode & OTHERS_IN_FOLDER) === 0) return
  const mode = (found.mode & 0o7777).toString(8)
  // We cannot change the folder of another user.
  if (found.uid !== process.getuid?.() || isSharedFolder(folder)) {
    log.warn({ folder, mode }, 'folder is accessible to other users')
    return
  }
  chmodSync(folder, 0o700)
  log.warn({ folder, mode }, 'folder was accessible to other users: permissions restricted to mode 700')
}
