import { crc32 } from '@node-rs/crc32'
import type { ByteRange } from '../../../adapters/storage/storage.ts'
import {
  centralHeader,
  descriptor,
  endOfCentralDirectory,
  hasDescriptor,
  localHeader,
  type ZipRecord,
} from './zip-records.ts'

export type ZipEntry = Omit<ZipRecord, 'name'> & {
  name: string
  /** In order. A piece keeps its bytes only until the next one is requested. */
  read: (range: ByteRange) => AsyncIterable<Uint8Array>
}

export type ZipLayout = {
  size: number
  /** Whether any range can be read. Without the CRC-32 of every entry only the whole file can, from its start. */
  isSeekable: boolean
  read: (range: ByteRange) => AsyncGenerator<Uint8Array>
}

type Segment = { size: number; read: (range: ByteRange) => AsyncIterable<Uint8Array> }

/** A ZIP file with stored entries. Its layout follows from names and sizes, so that it is made while it is read. */
export function layOutZip(entries: readonly ZipEntry[]): ZipLayout {
  const records = entries.map((entry) => ({ ...entry, name: Buffer.from(entry.name) }))
  const crcs = entries.map(({ crc }) => crc ?? 0)
  const segments: Segment[] = []
  const offsets: number[] = []
  let size = 0
  const add = (segment: Segment) => {
    segments.push(segment)
    size += segment.size
  }
  for (const [index, record] of records.entries()) {
    offsets.push(size)
    add(fixed(() => localHeader(record)))
    if (!hasDescriptor(record)) add(record)
    else {
      add({ size: record.size, read: (range) => withCrc(record.read(range), (crc) => (crcs[index] = crc)) })
      add(fixed(() => descriptor(record, crcs[index] ?? 0)))
    }
  }
  const offset = size
  for (const [index, record] of records.entries())
    add(fixed(() => centralHeader(record, { crc: crcs[index] ?? 0, offset: offsets[index] ?? 0 })))
  const directory = { entries: entries.length, size: size - offset, offset }
  add(fixed(() => endOfCentralDirectory(directory)))
  return { size, isSeekable: !records.some(hasDescriptor), read: (range) => readAcross(segments, range) }
}

/** A record, made when it is read. Its length does not depend on the CRC-32. */
function fixed(make: () => Buffer): Segment {
  return {
    size: make().length,
    read: async function* ({ start, end }) {
      yield make().subarray(start, end)
    },
  }
}

async function* withCrc(pieces: AsyncIterable<Uint8Array>, onEnd: (crc: number) => void): AsyncGenerator<Uint8Array> {
  let crc = 0
  for await (const piece of pieces) {
    crc = crc32(piece, crc)
    yield piece
  }
  onEnd(crc)
}

async function* readAcross(segments: readonly Segment[], range: ByteRange): AsyncGenerator<Uint8Array> {
  let offset = 0
  for (const { size, read } of segments) {
    const start = Math.max(range.start - offset, 0)
    const end = Math.min(range.end - offset, size)
    offset += size
    if (start >= end) continue
    let left = end - start
    for await (const piece of read({ start, end })) {
      left -= piece.length
      if (left < 0) break
      yield piece
    }
    // A file of another length than recorded would shift everything behind it.
    if (left !== 0) throw new Error('An entry of the ZIP file has another size than was recorded')
  }
}
