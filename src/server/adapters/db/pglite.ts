import { PGlite } from '@electric-sql/pglite'
import type { OnFatal } from './corruption.ts'
import '../../webassembly.ts'
import { EmbeddedFiles } from './embedded-files.ts'

/** The embedded database could not be opened or read. The driver's message is the cause, for the log. */
export class DamagedDatabase extends Error {
  readonly reason: string

  constructor(folder: string, reason: string, cause: unknown) {
    super(
      `The embedded database in ${folder} is damaged or incomplete (${reason}). ${RESTORE_INSTRUCTIONS} ` +
        'Keep the damaged folder until that has worked.',
      { cause },
    )
    this.reason = reason
  }
}

export const RESTORE_INSTRUCTIONS =
  'To get the data back, restore a backup: move this DATA_DIR away, put its secret.key into a new one, and run ' +
  'skyfurrow restore <folder of backups>.'

/**
 * `onFatal` is called when the database is about to hang forever; it should end the process. @throws DamagedDatabase, or Error
 * with a clear message when the disk or its permissions are the cause.
 */
export async function openPglite(folder: string, onFatal: OnFatal = () => undefined): Promise<PGlite> {
  const files = new EmbeddedFiles(folder, onFatal)
  try {
    return await PGlite.create({ fs: files })
  } catch (error) {
    throw openError(error, folder, files.lastOutput())
  } finally {
    files.stopCapturing()
  }
}

/**
 * Recognizes the error of a statement that finds the files of the embedded database damaged; returns any other error unchanged.
 */
export function toDamagedDatabase(error: unknown, folder: string): unknown {
  const inner = innermost(error)
  return !(error instanceof DamagedDatabase) && isDamage(inner)
    ? new DamagedDatabase(folder, textOf(inner), error)
    : error
}

/** PostgreSQL's codes for damaged, missing and unreadable files; a panic ends as a runtime error. */
function isDamage(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return isPanic(error) || ['XX001', 'XX002', '58P01', '58030'].includes(String(code))
}

/** The runtime error of a panic; its class is not in Node's types. */
const isPanic = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError'

const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error

const textOf = (error: unknown): string => (isPanic(error) ? 'it failed while it was read' : (error as Error).message)

function openError(error: unknown, folder: string, output: string): Error {
  const reason = output || (error instanceof Error && 'code' in error ? error.message : 'it does not open')
  if (/no space left|permission denied|read-only file system|ENOSPC|EACCES|EROFS|EMFILE/i.test(reason))
    return new Error(
      `The embedded database in ${folder} can't be opened: ${reason}. Check the disk, and who owns its files.`,
    )
  return new DamagedDatabase(folder, reason, error)
}
