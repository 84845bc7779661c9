import { MiB } from '../units.ts'

/** The maximum that is read of an archive, for any size of its central directory. */
export const READ_BYTES_MAX = MiB(64)

/** The bytes [from, to) of a file. */
export type ReadRange = (from: number, to: number) => Promise<Uint8Array>

/** The archive is invalid, or exceeds the read limit. */
export class UnreadableArchiveError extends Error {
  readonly reason: 'damaged' | 'too-long'
  constructor(reason: 'damaged' | 'too-long') {
    super(reason)
    this.reason = reason
  }
}

export type ByteReader = { size: number; read: (from: number, to: number) => Promise<DataView> }

/** @throws UnreadableArchiveError for bytes outside the file, and when the read limit is exceeded. */
export function createByteReader(size: number, readRange: ReadRange): ByteReader {
  let bytesLeft = READ_BYTES_MAX
  return {
    size,
    async read(from, to) {
      if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to || to > size)
        throw new UnreadableArchiveError('damaged')
      if (to - from > bytesLeft) throw new UnreadableArchiveError('too-long')
      bytesLeft -= to - from
      const bytes = await readRange(from, to)
      if (bytes.length !== to - from) throw new Error('The file ended before its size was reached')
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    },
  }
}

/** Not exact above 2^53, where the numbers of an archive are invalid anyway. */
export const uint64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
