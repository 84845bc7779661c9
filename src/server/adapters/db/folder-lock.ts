import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the data folder for this process alone, until release or death: the embedded database does not notice a second
 * process and would be corrupted by it. The operating system's file lock behind SQLite's is freed by any end of the process.
 * @throws Error that names the holder when the folder is taken.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const holderFile = join(folder, 'lock.pid')
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch {
    lock.close()
    throw new Error(
      `The data folder ${folder} is in use by process ${readHolder(holderFile)}. Stop it first, or set DATA_DIR.`,
    )
  }
  writeFileSync(holderFile, String(process.pid))
  return () => lock.close()
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'unknown'
  }
}
