import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { OnFatal } from './corruption.ts'

type Node = object
type Stream = { node: Node }
type Setting = { setattr: (file: unknown, attributes: { mode?: number }) => void }
/** The parts of the runtime's file system that we use; its own types omit these. */
type Runtime = {
  FS: { lookupNode: (parent: Node, name: string) => Node; destroyNode: (node: Node) => void }
  NODEFS: {
    realPath: (node: Node) => string
    node_ops: { mknod: (parent: Node, name: string, ...rest: number[]) => Node } & Setting
    stream_ops: { write: (stream: Stream, ...rest: number[]) => number } & Setting
  }
}

/** The runtime's numbers for EMFILE and ENFILE: PostgreSQL closes a file and tries again. */
const NO_DESCRIPTOR = new Set([33, 41])
const NO_SPACE = 51
const WAL_FOLDER = /[\\/]pg_wal([\\/]|$)/

type InitOptions = Parameters<NodeFS['init']>[1]

const LINES_MAX = 20
const GROUP_AND_OTHERS = 0o077

/** Patches the files of the embedded database: their modes, and what happens when one cannot be created or written. */
export class EmbeddedFiles extends NodeFS {
  readonly #onFatal: OnFatal
  #lines: string[] | undefined = []

  /** `onFatal` is called when the database is about to hang forever; it should end the process. */
  constructor(folder: string, onFatal: OnFatal) {
    super(folder)
    this.#onFatal = onFatal
  }

  override async init(pglite: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const { preRun = [] } = emscriptenOpts
    const patch = (runtime: unknown) => {
      restrictModes(runtime as Runtime)
      patchFiles(runtime as Runtime, this.#onFatal)
    }
    const printErr = (line: string) => {
      if (this.#lines?.push(line) === LINES_MAX) this.#lines.shift()
    }
    return { emscriptenOpts: { ...emscriptenOpts, printErr, preRun: [...preRun, patch] } }
  }

  stopCapturing(): void {
    this.#lines = undefined
  }

  /** PostgreSQL's last error messages. */
  lastOutput(): string {
    const messages = (this.#lines ?? []).flatMap(
      (line) => /(?:FATAL|PANIC|DETAIL|postgres): +(.*)/.exec(line)?.[1] ?? [],
    )
    return messages.join('; ').replaceAll('/pglite/data/', '').replace(/\.$/, '')
  }
}

/** The library creates each file with mode 0666 and ignores the umask of the process. */
function restrictModes({ NODEFS }: Runtime): void {
  for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
    const { setattr } = operations
    operations.setattr = (file, attributes) =>
      setattr(
        file,
        attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~GROUP_AND_OTHERS },
      )
  }
}

function patchFiles({ FS, NODEFS }: Runtime, onFatal: OnFatal): void {
  const { realPath } = NODEFS
  const { mknod } = NODEFS.node_ops
  NODEFS.node_ops.mknod = (parent, name, ...rest) => {
    try {
      return mknod(parent, name, ...rest)
    } catch (error) {
      // The library has recorded the name already, and would report 'File exists' for it until the process ends.
      FS.destroyNode(FS.lookupNode(parent, name))
      if (WAL_FOLDER.test(realPath(parent)) && !NO_DESCRIPTOR.has(errnoOf(error))) onFatal(walError(error))
      throw error
    }
  }
  const { write } = NODEFS.stream_ops
  NODEFS.stream_ops.write = (stream, ...rest) => {
    try {
      return write(stream, ...rest)
    } catch (error) {
      // PostgreSQL panics when its log cannot be written, and here that is an endless loop.
      if (WAL_FOLDER.test(realPath(stream.node))) onFatal(walError(error))
      throw error
    }
  }
}

const errnoOf = (error: unknown): number => (error as { errno?: number }).errno ?? 0

const walError = (error: unknown): Error =>
  new Error(
    errnoOf(error) === NO_SPACE
      ? 'the disk has no room for its write-ahead log'
      : `its write-ahead log can't be written, error ${errnoOf(error)}`,
  )
