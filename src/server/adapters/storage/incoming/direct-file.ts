import { constants, type FileHandle, open } from 'node:fs/promises'
import { hasCode, writeAll } from './durable-files.ts'

/** Direct writes need this alignment of size, offset and memory. */
export const DIRECT_BYTES = 4096
/** Bypasses the page cache: half the CPU time, and the cache keeps other files. Linux only. */
const DIRECT: number | undefined = constants.O_DIRECT
const NEW = constants.O_CREAT | constants.O_EXCL

/** A file that grows at its end. */
export type DirectFile = {
  append(pieces: readonly Uint8Array[]): Promise<void>
  /** Truncates the file to its size; it is on disk once this resolves. */
  finish(size: number): Promise<void>
  close(): Promise<void>
}

/** Creates a file, or opens one and keeps its first `keptBytes`, a multiple of DIRECT_BYTES. */
export async function openDirectFile(file: string, keptBytes = 0): Promise<DirectFile> {
  const flags = constants.O_WRONLY | (keptBytes > 0 ? 0 : NEW)
  let { handle, isDirect } = await openDirect(file, flags)
  let end = keptBytes
  if (keptBytes > 0) await truncateOrClose(handle, keptBytes)

  /** Some file systems accept the flag and then need another alignment. */
  const fallBackToBuffered = async (pieces: readonly Uint8Array[]) => {
    await handle.close()
    handle = await open(file, constants.O_WRONLY)
    isDirect = false
    await writeAll(handle, pieces, end)
  }

  return {
    async append(pieces) {
      try {
        await writeAll(handle, pieces, end)
      } catch (error) {
        if (!isDirect || !hasCode(error, 'EINVAL')) throw error
        await fallBackToBuffered(pieces)
      }
      end += pieces.reduce((sum, { length }) => sum + length, 0)
    },
    async finish(size) {
      if (size !== end) await handle.truncate(size)
      await handle.sync()
    },
    close: () => handle.close(),
  }
}

async function truncateOrClose(handle: FileHandle, bytes: number): Promise<void> {
  try {
    await handle.truncate(bytes)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openDirect(file: string, flags: number): Promise<{ handle: FileHandle; isDirect: boolean }> {
  if (DIRECT !== undefined) {
    try {
      return { handle: await open(file, flags | DIRECT), isDirect: true }
    } catch (error) {
      if (!hasCode(error, 'EINVAL')) throw error
    }
  }
  return { handle: await open(file, flags), isDirect: false }
}
