import { rm } from 'node:fs/promises'
import { AppError } from '#domain/errors.ts'
import { type Extent, PARTS_MAX, partEtag } from '#domain/uploads.ts'
import type { createKeyedMutex } from '../../../keyed-mutex.ts'
import { hasCode } from '../incoming/durable-files.ts'
import type { FreeSpace } from '../incoming/free-space.ts'
import { PartInterrupted, type PartsInFlight } from '../incoming/parts-in-flight.ts'
import { receivePart } from '../incoming/receive-part.ts'
import type { Storage, UploadRef } from '../storage.ts'
import { type Layout, unlessMoved } from './layout.ts'
import {
  type ClaimedPartial,
  claimPartial,
  measurePartial,
  newPartialPath,
  removePartials,
  savePartial,
} from './partials.ts'
import { findPart, storePart } from './parts.ts'

export type StoreContext = {
  layout: Layout
  runExclusive: ReturnType<typeof createKeyedMutex>
  inFlight: PartsInFlight
  freeSpace: FreeSpace
}
type PartRef = UploadRef & { partNumber: number }
type PartToPut = Parameters<Storage['putPart']>[0]

/** How many bytes of a part are on disk, and their ETag (undefined for no bytes). */
export type PartState = { size: number; etag: string | undefined; isWhole: boolean }
/** What the client assumes is stored, and resumes from. */
export type Start = Pick<PartState, 'size' | 'etag'>

/** Aborts a request that still sends this part: a client that asks has lost that connection. */
export const getPartState = (context: StoreContext, part: PartRef): Promise<PartState> =>
  exclusively(context, part, () =>
    unlessMoved(context.layout, part, async (folder) => {
      const whole = await findPart(folder, part.partNumber)
      if (whole) return { ...whole, isWhole: true }
      return partState(await measurePartial(folder, part.partNumber))
    }),
  )

const partState = (extent: Extent | undefined): PartState =>
  extent && extent.size > 0
    ? { size: extent.size, etag: partEtag(extent), isWhole: false }
    : { size: 0, etag: undefined, isWhole: false }

/** Receives a whole part, which replaces what is stored of it; or, with `start`, the rest of one. */
export const putPart = (
  context: StoreContext,
  { start, ...part }: PartToPut & { start?: Start },
): ReturnType<Storage['putPart']> =>
  exclusively(context, part, async (read) => {
    const { layout, freeSpace } = context
    const { partNumber, maxBytes, bytes } = part
    const { folder, claimed } = await unlessMoved(layout, part, async (of) => {
      if (start) return { folder: of, claimed: await claimFrom(layout, of, { ...part, start }) }
      await removePartials(of, partNumber)
      return { folder: of, claimed: undefined }
    })
    const file = claimed?.file ?? newPartialPath(layout, part)
    try {
      const body = read(part.body)
      const received = await receivePart(file, { body, freeSpace, start: claimed?.extent, maxBytes, bytes })
      await store(context, part, { temp: file, etag: received.etag })
      return received
    } catch (error) {
      if (!(error instanceof PartInterrupted)) throw error
      if (error.extent) await saveForResume(folder, { file, partNumber, extent: error.extent })
      throw error.cause
    } finally {
      await rm(file, { force: true })
    }
  })

/** The upload may have been completed or discarded while the part was received. */
const store = (
  { layout, runExclusive }: StoreContext,
  part: PartRef,
  received: { temp: string; etag: string },
): Promise<void> =>
  runExclusive(part.key, () =>
    unlessMoved(layout, part, async (folder) => {
      await storePart(folder, { ...received, partNumber: part.partNumber })
      await removePartials(folder, part.partNumber)
    }),
  )

/** @throws AppError 'precondition-failed' or 'conflict' unless exactly `start` is stored. */
async function claimFrom(
  layout: Layout,
  folder: string,
  { start, ...part }: PartRef & { start: Start },
): Promise<ClaimedPartial | undefined> {
  const whole = await findPart(folder, part.partNumber)
  const claimed = whole ? undefined : await claimPartial(layout, folder, part)
  const there = whole ?? partState(claimed?.extent)
  if (!whole && there.etag === start.etag && there.size === start.size) return claimed
  if (claimed) await saveForResume(folder, { ...claimed, partNumber: part.partNumber })
  const details = { data: { uploadOffset: there.size } }
  if (there.etag !== start.etag)
    throw new AppError('precondition-failed', 'Other bytes of this part are there', details)
  throw new AppError('conflict', 'Another number of bytes of this part is there', details)
}

async function saveForResume(folder: string, partial: Parameters<typeof savePartial>[1]): Promise<void> {
  try {
    await savePartial(folder, partial)
  } catch (error) {
    // The upload was completed or discarded meanwhile.
    if (!hasCode(error, 'ENOENT')) throw error
  } finally {
    await rm(partial.file, { force: true })
  }
}

/** A new request for a part aborts those before it, and starts once they have cleaned up. */
async function exclusively<T>(
  { inFlight }: StoreContext,
  part: PartRef,
  work: (read: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { partNumber } = part
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > PARTS_MAX)
    throw new AppError('invalid', `Parts are numbered from 1 to ${PARTS_MAX}`)
  // Before the upload is looked up, so that a discard after the lookup aborts this part too.
  const request = inFlight.begin(part)
  try {
    await request.ready()
    return await work((body) => request.read(body))
  } finally {
    request.end()
  }
}
