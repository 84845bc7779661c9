import { AppError } from '#domain/errors.ts'
import { formatBytes } from '#domain/units.ts'
import { type Extent, partEtag } from '#domain/uploads.ts'
import type { PartLimits } from '../storage.ts'
import type { FreeSpace } from './free-space.ts'
import { openPartWriter } from './part-writer.ts'
import { PartInterrupted } from './parts-in-flight.ts'

function rejectLonger(size: number, { maxBytes, bytes }: PartLimits): void {
  if (bytes !== undefined && size > bytes) throw new AppError('too-large', `This part must have exactly ${bytes} bytes`)
  if (size > maxBytes) throw new AppError('too-large', `A part may have at most ${formatBytes(maxBytes)}`)
}

/** @throws AppError unless a part of this size may be stored. */
export function checkPartSize(size: number, limits: PartLimits): void {
  if (size === 0) throw new AppError('invalid', 'The part is empty')
  rejectLonger(size, limits)
  if (limits.bytes !== undefined && size < limits.bytes)
    throw new AppError('invalid', `This part must have exactly ${limits.bytes} bytes, and ${size} arrived`)
}

/**
 * Streams a part to a file; it is on disk once this resolves. With `start` the file already has that much of the part, and the
 * body is the rest. Each chunk is consumed before the next one is requested. After an error the caller removes the file, or
 * keeps it when the error is a PartInterrupted with an extent.
 */
export async function receivePart(
  file: string,
  {
    body,
    freeSpace,
    start,
    ...limits
  }: PartLimits & { body: AsyncIterable<Uint8Array>; freeSpace: FreeSpace; start?: Extent | undefined },
): Promise<{ etag: string; size: number }> {
  let size = start?.size ?? 0
  const reservation = await freeSpace.authorize(Math.max(0, (limits.bytes ?? 0) - size))
  const writer = await openPartWriter(file, start)
  try {
    for await (const chunk of body) {
      size += chunk.length
      rejectLonger(size, limits)
      reservation.count(chunk.length)
      await writer.add(chunk)
    }
    checkPartSize(size, limits)
    return { etag: partEtag(await writer.finish()), size }
  } catch (error) {
    if (error instanceof PartInterrupted) error.extent = await writer.keep()
    throw error
  } finally {
    await writer.close()
  }
}
