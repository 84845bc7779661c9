import { constants, type FileHandle, open } from 'node:fs/promises'
import { hasCode, writeAll } from './durable-files.ts'

/** Direct writes need this alignment of size, offset and memory. */
export const DIRECT_BYTES = 4096
/** Bypasses the page cache: half the CPU time, and the cache keeps other files. Linux only. */
const DIRECT: number | undefined = constants.O_DIRECT

/** Bytes that are written one after another, from some position of a file on. */
export type DirectFile = {
  append(pieces: readonly Uint8Array[]): Promise<void>
  /** They are on disk once this resolves. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Opens a file, which is created where there is none, to write at `position`, a multiple of DIRECT_BYTES. */
export async function openDirectFile(file: string, position = 0): Promise<DirectFile> {
  let { handle, isDirect } = await openDirect(file, constants.O_WRONLY | constants.O_CREAT)
  let end = position
  let reopened: Promise<void> | undefined

  /** Some file systems accept the flag and then need another alignment. */
  const openBuffered = async () => {
    await handle.close()
    handle = await open(file, constants.O_WRONLY)
    isDirect = false
  }

  return {
    async append(pieces) {
      const at = end
      const wasDirect = isDirect
      end += pieces.reduce((sum, { length }) => sum + length, 0)
      try {
        await writeAll(handle, pieces, at)
      } catch (error) {
        if (!wasDirect || !hasCode(error, 'EINVAL')) throw error
        await (reopened ??= openBuffered())
        await writeAll(handle, pieces, at)
      }
    },
    finish: () => handle.sync(),
    close: () => handle.close(),
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
