import { constants, type FileHandle, open } from 'node:fs/promises'
import { hasCode, writeAll } from './durable.ts'

/** Direct writes go out in multiples of this, from memory that starts at one. */
export const DIRECT_BYTES = 4096
/** Past the page cache: half the work for the processor, and nothing else is pushed out of the cache. Linux only. */
const DIRECT: number | undefined = constants.O_DIRECT
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

/** A new file that grows at its end. */
export type DirectFile = {
  append(pieces: readonly Uint8Array[]): Promise<void>
  /** Cuts the file to its true size and has it on disk. */
  finish(size: number): Promise<void>
  close(): Promise<void>
}

export async function createDirectFile(file: string): Promise<DirectFile> {
  let { handle, isDirect } = await create(file)
  let end = 0

  /** Some file systems take the flag and then want other multiples. */
  const goOnPlainly = async (pieces: readonly Uint8Array[]) => {
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
        await goOnPlainly(pieces)
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

async function create(file: string): Promise<{ handle: FileHandle; isDirect: boolean }> {
  if (DIRECT !== undefined) {
    try {
      return { handle: await open(file, NEW | DIRECT), isDirect: true }
    } catch (error) {
      if (!hasCode(error, 'EINVAL')) throw error
    }
  }
  return { handle: await open(file, NEW), isDirect: false }
}
