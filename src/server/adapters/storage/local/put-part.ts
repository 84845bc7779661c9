import { rm } from 'node:fs/promises'
import { AppError } from '#domain/errors.ts'
import { type Extent, PARTS_MAX, partEtag } from '#domain/uploads.ts'
import type { createKeyedMutex } from '../../../keyed-mutex.ts'
import { hasCode } from '../incoming/durable-files.ts'
import type { FreeSpace } from '../incoming/free-space.ts'
import { receivePart } from '../incoming/receive-part.ts'
import type { Storage, UploadRef } from '../storage.ts'
import { findUpload, type Layout, unlessMoved } from './layout.ts'
import { keepPartial, measurePartial, newPartial, removePartials, type TakenPartial, takePartial } from './partials.ts'
import { findPart, placePart } from './parts.ts'
import { BrokenOff, type PartsInFlight } from './parts-in-flight.ts'

export type Inside = {
  layout: Layout
  runExclusive: ReturnType<typeof createKeyedMutex>
  arrivals: PartsInFlight
  room: FreeSpace
}
type PartRef = UploadRef & { partNumber: number }
type PartToPut = Parameters<Storage['putPart']>[0]

/** How many bytes of a part are on disk, and their ETag; none for no bytes. */
export type PartState = { size: number; etag: string | undefined; isWhole: boolean }
/** What a sender takes to be there, and continues. */
export type Start = Pick<PartState, 'size' | 'etag'>

/** Ends a connection that still sends this part: a sender that asks has lost it. */
export const statePart = (inside: Inside, part: PartRef): Promise<PartState> =>
  oneAtATime(inside, part, () =>
    unlessMoved(inside.layout, part, async (folder) => {
      const whole = await findPart(folder, part.partNumber)
      if (whole) return { ...whole, isWhole: true }
      return partState(await measurePartial(inside.layout, folder, part))
    }),
  )

const partState = (extent: Extent | undefined): PartState =>
  extent && extent.size > 0
    ? { size: extent.size, etag: partEtag(extent), isWhole: false }
    : { size: 0, etag: undefined, isWhole: false }

/** Receives a whole part, which replaces what is there of it; or, with `start`, the rest of one. */
export const putPart = (
  inside: Inside,
  { start, ...part }: PartToPut & { start?: Start },
): ReturnType<Storage['putPart']> =>
  oneAtATime(inside, part, async (read) => {
    const { layout, room } = inside
    const { partNumber, maxBytes, bytes } = part
    const folder = await findUpload(layout, part)
    const taken = await (start ? takeFrom(layout, folder, { ...part, start }) : removePartials(folder, partNumber))
    const file = taken?.file ?? newPartial(layout, part)
    try {
      const body = read(part.body)
      const received = await receivePart(file, { body, room, begun: taken?.extent, maxBytes, bytes })
      await place(inside, part, { temp: file, etag: received.etag })
      return received
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error
      if (error.extent) await keep(folder, { file, partNumber, extent: error.extent })
      throw error.cause
    } finally {
      await rm(file, { force: true })
    }
  })

/** The upload may have been completed or discarded while the part came in. */
const place = (
  { layout, runExclusive }: Inside,
  part: PartRef,
  received: { temp: string; etag: string },
): Promise<void> =>
  runExclusive(part.key, () =>
    unlessMoved(layout, part, async (folder) => {
      await placePart(folder, { ...received, partNumber: part.partNumber })
      await removePartials(folder, part.partNumber)
    }),
  )

/** @throws AppError 'precondition-failed' unless just that is there. */
async function takeFrom(
  layout: Layout,
  folder: string,
  { start, ...part }: PartRef & { start: Start },
): Promise<TakenPartial | undefined> {
  const whole = await findPart(folder, part.partNumber)
  const taken = whole ? undefined : await takePartial(layout, folder, part)
  const there = whole ?? partState(taken?.extent)
  if (!whole && there.etag === start.etag && there.size === start.size) return taken
  if (taken) await keep(folder, { ...taken, partNumber: part.partNumber })
  const details = { data: { uploadOffset: there.size } }
  if (there.etag !== start.etag)
    throw new AppError('precondition-failed', 'Other bytes of this part are there', details)
  throw new AppError('conflict', 'Another number of bytes of this part is there', details)
}

async function keep(folder: string, partial: Parameters<typeof keepPartial>[1]): Promise<void> {
  try {
    await keepPartial(folder, partial)
  } catch (error) {
    // The upload was completed or discarded meanwhile.
    if (!hasCode(error, 'ENOENT')) throw error
  } finally {
    await rm(partial.file, { force: true })
  }
}

/** The newest connection about a part ends those before it, and begins when they have left nothing behind. */
async function oneAtATime<T>(
  { arrivals }: Inside,
  part: PartRef,
  work: (read: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { partNumber } = part
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > PARTS_MAX)
    throw new AppError('invalid', `Parts are numbered from 1 to ${PARTS_MAX}`)
  // Before the upload is looked for, so that one that is discarded after the look cuts this part too.
  const arrival = arrivals.begin(part)
  try {
    await arrival.ready()
    return await work((body) => arrival.read(body))
  } finally {
    arrival.end()
  }
}
