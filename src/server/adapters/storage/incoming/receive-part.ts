import { AppError } from '#domain/errors.ts'
import { formatBytes } from '#domain/units.ts'
import { type Extent, partEtag } from '#domain/uploads.ts'
import { BrokenOff } from '../local/parts-in-flight.ts'
import type { PartLimits } from '../storage.ts'
import type { FreeSpace } from './free-space.ts'
import { openPartWriter } from './part-writer.ts'

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
 * Streams a part to a file and has it on disk when it answers. With `begun` the file holds that much of the part, and the
 * body is the rest. Each chunk is used up before the next one is asked for. A file left by a failure is the caller's to
 * remove, or to keep when the failure is a BrokenOff with an extent.
 */
export async function receivePart(
  file: string,
  {
    body,
    room,
    begun,
    ...limits
  }: PartLimits & { body: AsyncIterable<Uint8Array>; room: FreeSpace; begun?: Extent | undefined },
): Promise<{ etag: string; size: number }> {
  let size = begun?.size ?? 0
  const arriving = await room.authorize(Math.max(0, (limits.bytes ?? 0) - size))
  const writer = await openPartWriter(file, begun)
  try {
    for await (const chunk of body) {
      size += chunk.length
      refuseLonger(size, limits)
      arriving.count(chunk.length)
      await writer.add(chunk)
    }
    checkPartSize(size, limits)
    return { etag: partEtag(await writer.finish()), size }
  } catch (error) {
    if (error instanceof BrokenOff) error.extent = await writer.keep()
    throw error
  } finally {
    await writer.close()
  }
}
