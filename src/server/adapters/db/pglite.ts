import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The embedded database could not be opened, or not be read. The driver's own words are the cause, for the log. */
export class DamagedDatabase extends Error {
  readonly reason: string

  constructor(folder: string, reason: string, cause: unknown) {
    super(
      `The embedded database in ${folder} is damaged or incomplete (${reason}). ${WAY_BACK} ` +
        'Keep the damaged folder until that has worked.',
      { cause },
    )
    this.reason = reason
  }
}

export const WAY_BACK =
  'To get the data back, restore a backup: move this DATA_DIR away, put its secret.key into a new one, and run ' +
  'skyfurrow restore <folder of backups>.'

/** @throws DamagedDatabase, or Error in plain words when the disk or its rights are to blame. */
export async function openPglite(folder: string, start: { loadDataDir?: Blob } = {}): Promise<PGlite> {
  const files = new PrivateFiles(folder)
  try {
    return await PGlite.create({ fs: files, ...start })
  } catch (error) {
    throw whyClosed(error, folder, files.lastWords())
  } finally {
    files.stopListening()
  }
}

/** What a statement says that finds the files of the embedded database damaged; any other error as it is. */
export function damageOr(error: unknown, folder: string): unknown {
  const inner = innermost(error)
  return !(error instanceof DamagedDatabase) && isDamage(inner)
    ? new DamagedDatabase(folder, textOf(inner), error)
    : error
}

/** PostgreSQL's codes for damaged, missing and unreadable files; a runtime error is what is left of a panic. */
function isDamage(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return isPanic(error) || ['XX001', 'XX002', '58P01', '58030'].includes(String(code))
}

/** What is left of one; the class is not in the types of Node. */
const isPanic = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError'

const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error

const textOf = (error: unknown): string => (isPanic(error) ? 'it gave up while it was read' : (error as Error).message)

function whyClosed(error: unknown, folder: string, said: string): Error {
  const reason = said || (error instanceof Error && 'code' in error ? error.message : 'it does not open')
  if (/no space left|permission denied|read-only file system|ENOSPC|EACCES|EROFS|EMFILE/i.test(reason))
    return new Error(
      `The embedded database in ${folder} can't be opened: ${reason}. See to the disk, and to whom its files belong.`,
    )
  return new DamagedDatabase(folder, reason, error)
}

const LINES_KEPT = 20
const OTHERS = 0o077

type Attributes = { mode?: number }
type Operations = { setattr: (file: unknown, attributes: Attributes) => void }

/** Its library sets the mode of each file it makes, to 0666, past the umask of the process. */
class PrivateFiles extends NodeFS {
  private lines: string[] | undefined = []

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts: options } = await super.init(...given)
    const printErr = (line: string) => {
      if (this.lines?.push(line) === LINES_KEPT) this.lines.shift()
    }
    return {
      emscriptenOpts: {
        ...options,
        printErr,
        preRun: [...(options.preRun ?? []), ({ NODEFS }) => keepPrivate(NODEFS)],
      },
    }
  }

  stopListening(): void {
    this.lines = undefined
  }

  /** Why PostgreSQL ended, in its own words. */
  lastWords(): string {
    const told = (this.lines ?? []).flatMap((line) => /(?:FATAL|PANIC|DETAIL|postgres): +(.*)/.exec(line)?.[1] ?? [])
    return told.join('; ').replaceAll('/pglite/data/', '').replace(/\.$/, '')
  }
}

type FileSystem = { node_ops: Operations; stream_ops: Operations }

function keepPrivate({ node_ops: ofNodes, stream_ops: ofStreams }: FileSystem): void {
  for (const operations of [ofNodes, ofStreams]) {
    const { setattr } = operations
    operations.setattr = (file, attributes) =>
      setattr(file, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS })
  }
}
