import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { AppError } from '#domain/errors.ts'
import { formatBytes, MiB } from '#domain/units.ts'
import { writeAll } from './durable.ts'
import { partEtag } from './parts.ts'
import type { PartLimits } from './storage.ts'

/** Sockets deliver 64 KiB or less at a time; written in such pieces, the disk is half as fast. */
const BATCH = MiB(1)

function refuseLonger(size: number, { maxBytes, bytes }: PartLimits): void {
  if (bytes !== undefined && size > bytes) throw new AppError('too-large', `This part must have exactly ${bytes} bytes`)
  if (size > maxBytes) throw new AppError('too-large', `A part may have at most ${formatBytes(maxBytes)}`)
}

/** Throws unless a part of this size may be stored. */
export function checkPartSize(size: number, limits: PartLimits): void {
  if (size === 0) throw new AppError('invalid', 'The part is empty')
  refuseLonger(size, limits)
  if (limits.bytes !== undefined && size < limits.bytes)
    throw new AppError('invalid', `This part must have exactly ${limits.bytes} bytes, and ${size} arrived`)
}

/** Streams a part to a new file and has it on disk when it answers. A file left by a failure is the caller's to remove. */
export async function receivePart(
  file: string,
  { body, ...limits }: PartLimits & { body: AsyncIterable<Uint8Array> },
): Promise<{ etag: string; size: number }> {
  const handle = await open(file, 'wx')
  try {
    const batch = Buffer.allocUnsafe(BATCH)
    let held = 0
    let size = 0
    let crc = 0
    const writeBatch = async () => {
      crc = crc32(batch.subarray(0, held), crc)
      await writeAll(handle, batch.subarray(0, held))
      held = 0
    }
    for await (const chunk of body) {
      size += chunk.length
      refuseLonger(size, limits)
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + BATCH - held)
        batch.set(piece, held)
        held += piece.length
        at += piece.length
        if (held === BATCH) await writeBatch()
      }
    }
    checkPartSize(size, limits)
    await writeBatch()
    await handle.sync()
    return { etag: partEtag(crc, size), size }
  } finally {
    await handle.close()
  }
}
