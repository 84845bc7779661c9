// Reads of the files of an archive, within bounds, where one that can't be read is not the end of all.
import { type ReadRange, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { MiB } from '#domain/units.ts'
import { type EntryBytes, isReadable } from './entry-bytes.ts'
import type { OpenArchive } from './open-archive.ts'

/** No byte is needed more often, unless entries share bytes to keep us busy. */
const READS_OF_A_BYTE = 3
const READ_BYTES_MIN = MiB(64)

/** Rejects with UnreadableArchiveError for bytes outside the archive, and once too much was asked for. */
export function boundedReads({ size, readRange }: { size: number; readRange: ReadRange }): ReadRange {
  let left = READS_OF_A_BYTE * size + READ_BYTES_MIN
  return (from, to) => {
    if (!(from >= 0 && from <= to && to <= size)) return Promise.reject(new UnreadableArchiveError('damaged'))
    left -= to - from
    return left < 0 ? Promise.reject(new UnreadableArchiveError('too-long')) : readRange(from, to)
  }
}

/** Undefined for an entry that is encrypted, damaged or packed in another way. */
export async function withBytes<T>(
  entry: ZipEntry,
  { readRange, archive }: { readRange: ReadRange; archive: OpenArchive },
  read: (bytes: EntryBytes) => Promise<T>,
): Promise<T | undefined> {
  if (!isReadable(entry)) return undefined
  try {
    const bytes = await archive.open(entry, readRange)
    try {
      return await read(bytes)
    } finally {
      await bytes.close()
    }
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return undefined
    throw error
  }
}
