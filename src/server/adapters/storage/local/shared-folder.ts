import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Parses `file:///mnt/shared/skyfurrow`, or returns what is wrong with it. */
export function readFolderAddress(text: string): { sharedFolder: string } | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'file:' && !url.host && !url.search && !url.hash && !/%2f|%00/i.test(url.pathname)
  if (!isPlain || url.pathname === '/') return { problem: 'must be file:///and/the/path/of/a/folder' }
  return { sharedFolder: fileURLToPath(url).replace(/\/$/, '') }
}

/**
 * The name under which the owner of a data folder uses a shared one, the same after a restart.
 * @throws Error unless the shared folder exists: creating it would make a local folder when its disk is not mounted.
 */
export function joinSharedFolder({ sharedFolder, dataDir }: { sharedFolder: string; dataDir: string }): string {
  try {
    accessSync(sharedFolder, constants.W_OK)
  } catch (error) {
    const what = `The shared folder ${sharedFolder} is not there, or can't be written.`
    throw new Error(`${what} Check that its disk is mounted, and create the folder once by hand.`, { cause: error })
  }
  const file = join(dataDir, 'sharer')
  if (!existsSync(file)) writeFileSync(file, randomUUID())
  return readFileSync(file, 'utf8')
}
