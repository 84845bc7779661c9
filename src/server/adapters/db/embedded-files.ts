import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Node = object
type Stream = { node: Node }
/** What we use of the runtime's file system; its own types leave these out. */
type Runtime = {
  FS: { lookupNode: (parent: Node, name: string) => Node; destroyNode: (node: Node) => void }
  NODEFS: {
    realPath: (node: Node) => string
    node_ops: { mknod: (parent: Node, name: string, ...rest: number[]) => Node }
    stream_ops: { write: (stream: Stream, ...rest: number[]) => number }
  }
}

/** The runtime's own numbers for EMFILE and ENFILE: PostgreSQL closes a file and tries again. */
const NO_DESCRIPTOR = new Set([33, 41])
const NO_SPACE = 51
const LOG_FOLDER = /[\\/]pg_wal([\\/]|$)/

type Lost = (reason: unknown) => void
type InitOptions = Parameters<NodeFS['init']>[1]

/** The files of the embedded database, with what the library leaves undone when one can't be made or written. */
export class EmbeddedFiles extends NodeFS {
  readonly #lost: Lost

  /** `lost` is told when the database is about to stand still for ever; it should end the process. */
  constructor(folder: string, lost: Lost) {
    super(folder)
    this.#lost = lost
  }

  override async init(pglite: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const { preRun = [] } = emscriptenOpts
    const mend = (runtime: unknown) => mendFiles(runtime as Runtime, this.#lost)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, mend] } }
  }
}

function mendFiles({ FS, NODEFS }: Runtime, lost: Lost): void {
  const { realPath } = NODEFS
  const { mknod } = NODEFS.node_ops
  NODEFS.node_ops.mknod = (parent, name, ...rest) => {
    try {
      return mknod(parent, name, ...rest)
    } catch (error) {
      // The library has noted the name already, and would say 'File exists' of it until the process ends.
      FS.destroyNode(FS.lookupNode(parent, name))
      if (LOG_FOLDER.test(realPath(parent)) && !NO_DESCRIPTOR.has(errnoOf(error))) lost(logFailure(error))
      throw error
    }
  }
  const { write } = NODEFS.stream_ops
  NODEFS.stream_ops.write = (stream, ...rest) => {
    try {
      return write(stream, ...rest)
    } catch (error) {
      // PostgreSQL panics over its log, and here that is a loop without end.
      if (LOG_FOLDER.test(realPath(stream.node))) lost(logFailure(error))
      throw error
    }
  }
}

const errnoOf = (error: unknown): number => (error as { errno?: number }).errno ?? 0

const logFailure = (error: unknown): Error =>
  new Error(
    errnoOf(error) === NO_SPACE
      ? 'the disk has no room for its write-ahead log'
      : `its write-ahead log can't be written, error ${errnoOf(error)}`,
  )
