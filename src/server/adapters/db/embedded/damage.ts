import { MAJOR_VERSION } from './programs.ts'

/** The embedded database could not be opened or read. The server's message is the cause, for the log. */
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

/** The folder of another major version. */
export class OtherVersion extends Error {
  constructor(folder: string, version: string) {
    super(
      `The embedded database in ${folder} was made by PostgreSQL ${version}, and this Skyfurrow has PostgreSQL ${MAJOR_VERSION}. Nothing was ` +
        'changed. Back it up with the Skyfurrow that has used it so far (skyfurrow backup <folder>); then move this DATA_DIR ' +
        'away, put its secret.key into a new one, and run skyfurrow restore <folder> with this Skyfurrow.',
    )
  }
}

/** Damaged, missing and unreadable files. */
const CODES = ['XX001', 'XX002', '58P01', '58030']

/** Recognizes the error of a statement that finds the files of the database damaged; returns any other error unchanged. */
export function toDamagedDatabase(error: unknown, folder: string): unknown {
  const inner = innermost(error)
  return !(error instanceof DamagedDatabase) &&
    inner instanceof Error &&
    CODES.includes(String(Reflect.get(inner, 'code')))
    ? new DamagedDatabase(folder, inner.message, error)
    : error
}

const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error

/** What a server that did not start has printed, as an error. */
export function startProblem(folder: string, lines: readonly string[]): Error {
  const reason = lines
    .flatMap((line) => /(?:FATAL|PANIC|DETAIL|postgres): +(.*)/.exec(line)?.[1] ?? [])
    .join('; ')
    .replace(/\.$/, '')
  if (
    /no space left|permission denied|wrong ownership|invalid permissions|read-only file system|too many open files|could not map|pre-existing shared memory|allocate memory/i.test(
      reason,
    )
  )
    return new Error(
      `The embedded database in ${folder} can't be opened: ${reason}. Check the disk, the memory, and who owns its files.`,
    )
  return new DamagedDatabase(folder, reason || 'it does not open', new Error(lines.join('\n')))
}
