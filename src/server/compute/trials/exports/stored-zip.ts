import type { FileHandle } from 'node:fs/promises'
import { Zip, ZipPassThrough } from 'fflate'
import { appendTo } from '../../scratch-file.ts'

export type StoredZip = ReturnType<typeof createStoredZip>

/** A ZIP of files that are compressed already. At most 65,535 of them and 4 GiB. */
export function createStoredZip(file: FileHandle) {
  const write = appendTo(file)
  let pieces: Uint8Array[] = []
  let bytes = 0
  let failure: Error | undefined
  const zip = new Zip((error, piece) => {
    if (error) failure = error
    else pieces.push(piece)
  })
  const flush = async (): Promise<void> => {
    if (failure) throw failure
    const ready = pieces
    pieces = []
    for (const piece of ready) {
      bytes += piece.length
      await write(piece)
    }
  }
  return {
    bytes: (): number => bytes,
    add: async (name: string, content: Uint8Array, mtime: Date): Promise<void> => {
      const entry = new ZipPassThrough(name)
      entry.mtime = mtime
      zip.add(entry)
      entry.push(content, true)
      await flush()
    },
    /** @returns the bytes of the file */
    end: async (): Promise<number> => {
      zip.end()
      await flush()
      return bytes
    },
  }
}
