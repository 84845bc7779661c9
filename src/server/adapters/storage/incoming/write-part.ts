import { AppError } from '#domain/errors.ts'
import { formatBytes, MiB } from '#domain/units.ts'
import type { Extent } from '#domain/uploads.ts'
import type { PartLimits } from '../storage.ts'
import type { FreeSpace } from './free-space.ts'
import { openPartWriter } from './part-writer.ts'
import { PartInterrupted } from './parts-in-flight.ts'

/** As much of a part is lost when the process is killed, beside what is in memory. */
const NOTED_BYTES = MiB(0.5)

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

type Reception = PartLimits & {
  body: AsyncIterable<Uint8Array>
  freeSpace: FreeSpace
  /** Where the part begins in the file: its start, unless parts of one upload share it. */
  position?: number
  /** So much of the part is in the file already, and the body is the rest. */
  start?: Extent | undefined
  /** How much of the part is in the file: every half MiB, and before it ends with an error. */
  note?: (extent: Extent) => Promise<void>
}

/** Streams a part to a file; it is on disk once this resolves. Each chunk is consumed before the next one is requested. */
export async function writePart(
  file: string,
  { body, freeSpace, position, start, note, ...limits }: Reception,
): Promise<Extent> {
  let size = start?.size ?? 0
  const space = await freeSpace.authorize(Math.max(0, (limits.bytes ?? 0) - size))
  let noted = size
  const onWritten = async (extent: Extent): Promise<void> => {
    if (extent.size < noted + NOTED_BYTES) return
    noted = extent.size
    await note?.(extent)
  }
  const writer = await openPartWriter(file, { position, start, onWritten })
  try {
    for await (const chunk of body) {
      size += chunk.length
      rejectLonger(size, limits)
      space.count(chunk.length)
      await writer.add(chunk)
    }
    checkPartSize(size, limits)
    return await writer.finish()
  } catch (error) {
    await note?.(error instanceof PartInterrupted ? await writer.keep() : await writer.settle())
    throw error
  } finally {
    await writer.close()
  }
}
