import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the data folder for this process alone, until release or death: the embedded database does not notice a second
 * process and would be corrupted by it. The operating system's file lock behind SQLite's is freed by any end of the process.
 * @throws Error that names the folder when it can't be written, and its holder when it is taken.
 */
export function lockFolder(folder: string): () => void {
  makeWritable(folder)
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

function makeWritable(folder: string): void {
  try {
    // Node says of a folder within one that can only be read that it does not exist.
    let nearest = folder
    while (!existsSync(nearest)) nearest = dirname(nearest)
    accessSync(nearest, constants.W_OK)
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new Error(`The data folder ${folder} can't be written. Make it so, or set DATA_DIR.`, { cause: error })
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'unknown'
  }
}
