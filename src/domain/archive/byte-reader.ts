import { MiB } from '../units.ts'

/** How much of an archive is read in all, however long its table of contents claims to be. */
export const READ_BYTES_MAX = MiB(64)

/** The bytes [from, to) of a file. */
export type ReadRange = (from: number, to: number) => Promise<Uint8Array>

/** Why no more of an archive can be read: its own bytes say nonsense, or it is longer than we read. */
export class Unreadable extends Error {
  readonly why: 'damaged' | 'too-long'
  constructor(why: 'damaged' | 'too-long') {
    super(why)
    this.why = why
  }
}

export type ByteReader = { size: number; read: (from: number, to: number) => Promise<DataView> }

/** @throws Unreadable for bytes outside of the file, and for more bytes in all than an inspection may read. */
export function openReader(size: number, readRange: ReadRange): ByteReader {
  let room = READ_BYTES_MAX
  return {
    size,
    async read(from, to) {
      if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to || to > size)
        throw new Unreadable('damaged')
      if (to - from > room) throw new Unreadable('too-long')
      room -= to - from
      const bytes = await readRange(from, to)
      if (bytes.length !== to - from) throw new Error('The file ended before its size was reached')
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    },
  }
}

/** Beyond 2^53 it is not exact, which only matters for numbers that are nonsense anyway. */
export const uint64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
