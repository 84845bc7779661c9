// One file of all.zip, unpacked to the disk and compared with what the archive says of it.
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { crc32 } from '@node-rs/crc32'
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { packedPlace } from '#imagery/flights/entry-bytes.ts'

type Source = { path: string; readRange: ReadRange; shift: number }

/** Why a file of the archive can't be used, for people. */
export class UnusableEntry extends Error {
  override readonly name = 'UnusableEntry'
}

const STORED = 0

/** Rejects with UnusableEntry, UnreadableArchiveError, the reason of the signal, or what the disk says. */
export async function unpackProduct(
  entry: ZipEntry,
  source: Source,
  to: { path: string; signal: AbortSignal },
): Promise<void> {
  const { from, to: end } = await packedPlace(entry, source.readRange, source.shift)
  const counter = createCounter(entry)
  const packed = createReadStream(source.path, { start: from, end: Math.max(from, end - 1) })
  const target = createWriteStream(to.path, { flags: 'w', mode: 0o600 })
  try {
    if (entry.method === STORED) await pipeline(packed, counter.stream, target, { signal: to.signal })
    else await pipeline(packed, createInflateRaw(), counter.stream, target, { signal: to.signal })
  } catch (error) {
    to.signal.throwIfAborted()
    if (error instanceof UnusableEntry) throw error
    const { code = '' } = error as { code?: string }
    throw code.startsWith('Z_') ? new UnusableEntry('it is damaged') : error
  }
  counter.check()
}

function createCounter({ unpackedBytes, crc32: expected }: ZipEntry) {
  let [bytes, crc] = [0, 0]
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      crc = crc32(piece, crc)
      if (bytes > unpackedBytes) done(new UnusableEntry('it is larger than the archive says'))
      else done(null, piece)
    },
  })
  return {
    stream,
    check: () => {
      if (bytes !== unpackedBytes || crc >>> 0 !== expected >>> 0) throw new UnusableEntry('it is damaged')
    },
  }
}
