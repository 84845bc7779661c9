import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import { MiB } from '#domain/units.ts'
import { type Layout, objectFolder } from './layout.ts'
import { type Manifest, objectEtag, readManifest } from './manifest.ts'

const BUFFER = MiB(1)

/** The bytes [start, end). */
export type ByteRange = { start: number; end: number }
export type StoredObject = { size: number; etag: string; read(range: ByteRange): Readable }

export async function findObject(layout: Layout, key: string): Promise<StoredObject> {
  const manifest = await readManifest(layout, key)
  if (!manifest) throw new AppError('not-found', 'This file is no longer available')
  const folder = objectFolder(layout, key)
  return {
    size: manifest.size,
    etag: objectEtag(manifest),
    read: (range) =>
      Readable.from(readAcross({ folder, parts: manifest.parts, range }), { objectMode: false, highWaterMark: BUFFER }),
  }
}

async function* readAcross({
  folder,
  parts,
  range,
}: {
  folder: string
  parts: Manifest['parts']
  range: ByteRange
}): AsyncGenerator<Buffer> {
  let partStart = 0
  for (const { file, size } of parts) {
    const start = Math.max(range.start - partStart, 0)
    const end = Math.min(range.end - partStart, size)
    if (start < end) yield* readPart(join(folder, file), { start, end })
    partStart += size
  }
}

async function* readPart(file: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r')
  try {
    for (let at = start; at < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(BUFFER, end - at))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) throw new Error(`${file} is shorter than its manifest says`)
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
}
