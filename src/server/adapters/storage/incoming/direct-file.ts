import { constants, type FileHandle, open } from 'node:fs/promises'
import { hasCode, writeAll } from './durable-files.ts'

/** Direct writes go out in multiples of this, from memory that starts at one. */
export const DIRECT_BYTES = 4096
/** Past the page cache: half the work for the processor, and nothing else is pushed out of the cache. Linux only. */
const DIRECT: number | undefined = constants.O_DIRECT
const NEW = constants.O_CREAT | constants.O_EXCL

/** A file that grows at its end. */
export type DirectFile = {
  append(pieces: readonly Uint8Array[]): Promise<void>
  /** Cuts the file to its true size and has it on disk. */
  finish(size: number): Promise<void>
  close(): Promise<void>
}

/** A new file; or one that is there, of which so many bytes are kept, a multiple of DIRECT_BYTES. */
export async function openDirectFile(file: string, keptBytes = 0): Promise<DirectFile> {
  const flags = constants.O_WRONLY | (keptBytes > 0 ? 0 : NEW)
  let { handle, isDirect } = await openDirect(file, flags)
  let end = keptBytes
  if (keptBytes > 0) await truncateOrClose(handle, keptBytes)

  /** Some file systems take the flag and then want other multiples. */
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
