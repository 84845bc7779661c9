import { type FileHandle, open } from 'node:fs/promises'
import { relative } from 'node:path'
import { crc32 } from '@node-rs/crc32'
import { AppError } from '#domain/errors.ts'
import { MiB } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { type ByteRange, DamagedObject } from '../storage.ts'
import { dataIn, type Layout, objectFolder } from './layout.ts'
import { isInOnePiece, type Manifest, objectEtag, readManifest } from './manifest.ts'

/** Large pieces are fast; with smaller ones many concurrent downloads need less memory. */
const PIECE_BYTES = { max: MiB(1), min: MiB(1) / 16, total: MiB(8) }
let downloads = 0

export type StoredObject = {
  size: number
  etag: string
  /** Below the folder of all objects. Holds its bytes and no others; undefined when it is in several pieces. */
  file: string | undefined
  /** In order. A piece keeps its bytes only until the next one is requested: there are two buffers. */
  read(range: ByteRange): AsyncGenerator<Uint8Array>
}

export async function findObject(layout: Layout, key: string): Promise<StoredObject> {
  const manifest = await readManifest(layout, key)
  if (!manifest) throw new AppError('not-found', 'This file is no longer available')
  const file = dataIn(objectFolder(layout, key))
  return {
    size: manifest.size,
    etag: objectEtag(manifest),
    file: isInOnePiece(manifest) ? relative(layout.objects, file) : undefined,
    read: (range) => readAcross({ file, parts: manifest.parts, range }),
  }
}

type Reading = { file: string; parts: Manifest['parts']; range: ByteRange }

async function* readAcross({ file, parts, range }: Reading): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r')
  downloads += 1
  try {
    const { max, min, total } = PIECE_BYTES
    const fair = Math.max(min, Math.floor(total / downloads / 2))
    const bytes = Math.min(max, fair, range.end - range.start)
    const buffers: Buffers = [Buffer.allocUnsafeSlow(bytes), Buffer.allocUnsafeSlow(bytes)]
    let partStart = 0
    for (const part of parts) {
      const start = Math.max(range.start - partStart, 0)
      const end = Math.min(range.end - partStart, part.size)
      if (start < end) yield* readPart(handle, { ...part, file, start, end }, buffers)
      partStart += part.size
    }
  } finally {
    downloads -= 1
    await handle.close()
  }
}

type Buffers = [Buffer, Buffer]

/**
 * Reads the next piece into the other buffer while one is used. When a part is read whole, its last piece is yielded only after
 * the checksum of the part was verified: a disk can lose bytes silently.
 */
async function* readPart(
  handle: FileHandle,
  { file, position, size, etag, start, end }: Manifest['parts'][number] & ByteRange & { file: string },
  buffers: Buffers,
): AsyncGenerator<Buffer> {
  const isWhole = start === 0 && end === size
  let [buffer, other] = buffers
  let crc = 0
  const readFrom = (at: number) => readPiece(handle, buffer, { start: position + at, end: position + end })
  let reading = readFrom(start)
  try {
    for (let at = start; at < end; ) {
      const piece = await reading
      if (piece.length === 0) throw new DamagedObject(`${file} is shorter than its manifest says`)
      at += piece.length
      if (isWhole) crc = crc32(piece, crc)
      if (isWhole && at === size && partEtag({ crc, size }) !== etag)
        throw new DamagedObject(`${file} no longer holds the bytes that arrived`)
      ;[buffer, other] = [other, buffer]
      reading = readFrom(at)
      // A failure is reported when the next chunk is requested, if it is.
      reading.catch(() => undefined)
      yield piece
    }
  } finally {
    await reading.catch(() => undefined)
  }
}

async function readPiece(handle: FileHandle, buffer: Buffer, { start, end }: ByteRange): Promise<Buffer> {
  const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - start), start)
  return buffer.subarray(0, bytesRead)
}
