// The bytes of one file in a ZIP archive, without those of the others (APPNOTE 4.3.7).
import { type ReadRange, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { KiB, MiB } from '#domain/units.ts'
import { inflate64 } from './inflate64.ts'

export type EntryBytes = {
  size: number
  readRange: ReadRange
  /** Any part costs the same; else all that is before it is read, too. */
  isSeekable: boolean
  close: () => Promise<void>
}

export const STORED = 0
const [DEFLATED, DEFLATED_64] = [8, 9]
const LOCAL = { signature: 0x04034b50, bytes: 30 }
const PACKED_BYTES = KiB(64)
/** Of what is unpacked, so much is kept. */
const UNPACKED_BYTES_MAX = MiB(64)

/** Whether `openEntry` can read it. */
export const isReadable = ({ isEncrypted, method }: ZipEntry): boolean =>
  !isEncrypted && (method === STORED || method === DEFLATED || method === DEFLATED_64)

/** Of compression, by their numbers (APPNOTE 4.4.5). */
const METHODS = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [12, 'BZip2'],
  [14, 'LZMA'],
  [20, 'Zstandard'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [98, 'PPMd'],
])

/** Of an entry that can't be read. */
export const obstacleOf = ({ isEncrypted, method }: ZipEntry): string =>
  isEncrypted
    ? 'protected by a password. Create the archive without one.'
    : `packed by ${METHODS.get(method) ?? `method ${method}`}, which can't be read here. Create the archive with Deflate, the usual method of ZIP, or without compression.`

/** What it is packed with is read by `inflate64`, and by no stream of the platform. */
export const isDeflate64 = ({ method }: ZipEntry): boolean => method === DEFLATED_64

/**
 * `shift` is the number of bytes before the archive. Of a deflated file, only as much is unpacked as is asked for.
 * Rejects with UnreadableArchiveError, as do reads of it.
 */
export async function openEntry(entry: ZipEntry, readArchive: ReadRange, shift = 0): Promise<EntryBytes> {
  const { from, to } = await packedPlace(entry, readArchive, shift)
  if (entry.method === STORED) return storedBytes(readArchive, from, to)
  return unpacking(entry, (first, end) => readArchive(from + first, from + end))
}

/** Where its bytes lie in the archive, as they are packed. Rejects with UnreadableArchiveError. */
export async function packedPlace(
  entry: ZipEntry,
  readArchive: ReadRange,
  shift: number,
): Promise<{ from: number; to: number }> {
  const start = entry.from + shift
  const local = await exactly(readArchive, start, start + LOCAL.bytes)
  const view = new DataView(local.buffer, local.byteOffset, local.byteLength)
  if (view.getUint32(0, true) !== LOCAL.signature) throw new UnreadableArchiveError('damaged')
  const from = start + LOCAL.bytes + view.getUint16(26, true) + view.getUint16(28, true)
  return { from, to: from + entry.packedBytes }
}

/** Of what lies in an archive as it is. */
export function storedBytes(readArchive: ReadRange, from: number, to: number): EntryBytes {
  const readRange: ReadRange = (first, end) => exactly(readArchive, from + first, Math.min(to, from + end))
  return { size: to - from, readRange, isSeekable: true, close: () => Promise.resolve() }
}

async function exactly(readArchive: ReadRange, from: number, to: number): Promise<Uint8Array> {
  const bytes = await readArchive(from, to)
  if (bytes.length !== to - from) throw new UnreadableArchiveError('damaged')
  return bytes
}

function unpacking(entry: ZipEntry, readPacked: ReadRange): EntryBytes {
  const { packedBytes, unpackedBytes } = entry
  let held = new Uint8Array(0)
  let count = 0
  let isEnded = false
  let cause: unknown
  async function* packed(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let at = 0; at < packedBytes; at += PACKED_BYTES) {
      const bytes = await readPacked(at, Math.min(packedBytes, at + PACKED_BYTES)).catch((error: unknown) => {
        cause = error
        throw error
      })
      yield Uint8Array.from(bytes)
    }
  }
  const pieces = isDeflate64(entry) ? inflate64(packed()) : inflate(packed())
  const unpackTo = async (end: number): Promise<void> => {
    if (end > UNPACKED_BYTES_MAX) throw new UnreadableArchiveError('too-long')
    while (count < end && !isEnded) {
      const { done, value } = await pieces.next().catch(() => {
        throw cause ?? new UnreadableArchiveError('damaged')
      })
      isEnded = done === true
      if (!value) continue
      if (count + value.length > held.length) {
        const grown = new Uint8Array(Math.max(2 * held.length, count + value.length))
        grown.set(held.subarray(0, count))
        held = grown
      }
      held.set(value, count)
      count += value.length
    }
  }
  const readRange: ReadRange = async (from, to) => {
    const end = Math.min(to, unpackedBytes)
    await unpackTo(end)
    if (count < end) throw new UnreadableArchiveError('damaged')
    return held.slice(from, end)
  }
  const close = async () => void (await pieces.return(undefined).catch(() => undefined))
  return { size: unpackedBytes, readRange, isSeekable: false, close }
}

async function* inflate(packed: AsyncGenerator<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await packed.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const reader = stream.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // One that has failed can't be cancelled, and need not be.
    await reader.cancel().catch(() => undefined)
  }
}
