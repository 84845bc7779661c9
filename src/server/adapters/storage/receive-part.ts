import { crc32 } from 'node:zlib'
import { AppError } from '#domain/errors.ts'
import { formatBytes } from '#domain/units.ts'
import type { DiskRoom } from './disk-room.ts'
import { openPartWriter } from './part-writer.ts'
import { partEtag } from './parts.ts'
import type { PartLimits } from './storage.ts'

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

/**
 * Streams a part to a new file and has it on disk when it answers. Each chunk is used up before the next one is asked
 * for. A file left by a failure is the caller's to remove.
 */
export async function receivePart(
  file: string,
  { body, room, ...limits }: PartLimits & { body: AsyncIterable<Uint8Array>; room: DiskRoom },
): Promise<{ etag: string; size: number }> {
  const arriving = await room.admit(limits.bytes ?? 0)
  const writer = await openPartWriter(file)
  try {
    let size = 0
    let crc = 0
    for await (const chunk of body) {
      size += chunk.length
      refuseLonger(size, limits)
      arriving.count(chunk.length)
      crc = crc32(chunk, crc)
      await writer.add(chunk)
    }
    checkPartSize(size, limits)
    await writer.finish()
    return { etag: partEtag(crc, size), size }
  } finally {
    await writer.close()
  }
}
