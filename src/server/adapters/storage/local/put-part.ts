import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32 } from '@node-rs/crc32'
import { AppError } from '#domain/errors.ts'
import { type Extent, PARTS_MAX, partEtag } from '#domain/uploads.ts'
import type { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import { punchHole } from '../incoming/durable-files.ts'
import type { FreeSpace } from '../incoming/free-space.ts'
import { NOTHING } from '../incoming/part-writer.ts'
import { PartInterrupted, type PartsInFlight } from '../incoming/parts-in-flight.ts'
import { writePart } from '../incoming/write-part.ts'
import type { PartLimits, Storage, UploadRef } from '../storage.ts'
import { dataIn, type Layout, newTemp, type OpenUpload, positionOf, unlessMoved } from './layout.ts'
import { findMark, isWhole, type Mark, removeMark, setMark } from './marks.ts'

export type StoreContext = {
  layout: Layout
  /** Names this start of the store. */
  startId: string
  runExclusive: ReturnType<typeof createKeyedMutex>
  inFlight: PartsInFlight
  freeSpace: FreeSpace
}
type PartRef = UploadRef & { partNumber: number }
type PartToPut = Parameters<Storage['putPart']>[0]
type Body = PartLimits & { body: AsyncIterable<Uint8Array> }

/** How many bytes of a part are on disk, and their ETag (undefined for no bytes). */
export type PartState = { size: number; etag: string | undefined; isWhole: boolean }
/** What the client assumes is stored, and resumes from. */
export type Start = Pick<PartState, 'size' | 'etag'>

/** Aborts a request that still sends this part: a client that asks has lost that connection. */
export const getPartState = (context: StoreContext, part: PartRef): Promise<PartState> =>
  exclusively(context, part, () =>
    unlessMoved(context.layout, part, async (upload) =>
      stateOf(await findTrustedMark(context, upload, part.partNumber)),
    ),
  )

const stateOf = (mark: Mark | undefined): PartState =>
  mark && mark.size > 0
    ? { size: mark.size, etag: mark.etag, isWhole: isWhole(mark) }
    : { size: 0, etag: undefined, isWhole: false }

/** Receives a whole part, which replaces what is stored of it; or, with `start`, the rest of one. */
export const putPart = (
  context: StoreContext,
  { start, ...part }: PartToPut & { start?: Start },
): ReturnType<Storage['putPart']> =>
  exclusively(context, part, (read) =>
    unlessMoved(context.layout, part, async (upload) => {
      const earlier = await findTrustedMark(context, upload, part.partNumber)
      if (start) refuseOther(stateOf(earlier), start)
      const { maxBytes, bytes } = part
      const body: Body = { body: read(part.body), maxBytes: Math.min(maxBytes, upload.placeBytes), bytes }
      const { crc, size } =
        earlier && isWhole(earlier)
          ? await replacePart(context, part, { earlier, body })
          : await receiveInPlace(context, upload, { partNumber: part.partNumber, earlier, isResumed: !!start, body })
      return { etag: partEtag({ crc, size }), size }
    }),
  )

/** @throws AppError 'precondition-failed' or 'conflict' unless exactly `start` is stored. */
function refuseOther(there: PartState, start: Start): void {
  const details = { data: { uploadOffset: there.size } }
  if (there.etag !== start.etag || there.isWhole)
    throw new AppError('precondition-failed', 'Other bytes of this part are there', details)
  if (there.size !== start.size)
    throw new AppError('conflict', 'Another number of bytes of this part is there', details)
}

type Place = { partNumber: number; earlier: Mark | undefined; isResumed: boolean; body: Body }

/** What was received before a connection broke stays, to be resumed. Nothing stays of a part that is refused, or finds the disk full. */
async function receiveInPlace(
  { startId, freeSpace }: StoreContext,
  upload: OpenUpload,
  { partNumber, earlier, isResumed, body }: Place,
): Promise<Extent> {
  const { folder, placeBytes } = upload
  const start: Extent = isResumed && earlier ? earlier : NOTHING
  const position = positionOf(upload, partNumber)
  let mark = await setMark(folder, { ...start, partNumber, partialOf: startId }, earlier)
  const note = async (extent: Extent) => {
    mark = await setMark(folder, { ...extent, partNumber, partialOf: startId }, mark)
  }
  try {
    const whole = await writePart(dataIn(folder), { ...body, freeSpace, position, start, note })
    await setMark(folder, { ...whole, partNumber, partialOf: undefined }, mark)
    return whole
  } catch (error) {
    if (error instanceof PartInterrupted && mark.size > 0) throw error
    await removeMark(folder, mark)
    if (mark.size > 0) await punchHole(dataIn(folder), { start: position, bytes: placeBytes })
    throw error
  }
}

/** Beside the part that is there, which stays if this one does not arrive. */
async function replacePart(
  { layout, freeSpace, runExclusive }: StoreContext,
  part: PartRef,
  { earlier, body }: { earlier: Mark; body: Body },
): Promise<Extent> {
  const { partNumber } = part
  const temp = newTemp(layout)
  try {
    const { crc, size } = await writePart(temp, { ...body, freeSpace })
    await runExclusive(part.key, () =>
      unlessMoved(layout, part, async (upload) => {
        const { folder } = upload
        await removeMark(folder, earlier)
        const place = { flags: 'r+', start: positionOf(upload, partNumber), flush: true }
        await pipeline(createReadStream(temp, { end: size - 1 }), createWriteStream(dataIn(folder), place))
        await setMark(folder, { partNumber, partialOf: undefined, crc, size })
      }),
    )
    return { crc, size }
  } finally {
    await rm(temp, { force: true })
  }
}

/** What has arrived of a part. Bytes that an earlier start of the store noted may not have reached the disk: they are read. */
async function findTrustedMark(
  { startId }: StoreContext,
  upload: OpenUpload,
  partNumber: number,
): Promise<Mark | undefined> {
  const { folder } = upload
  const mark = await findMark(folder, partNumber)
  if (!mark || isWhole(mark) || mark.partialOf === startId) return mark
  const start = positionOf(upload, partNumber)
  let crc = 0
  if (mark.size > 0)
    for await (const piece of createReadStream(dataIn(folder), { start, end: start + mark.size - 1 }))
      crc = crc32(piece, crc)
  if (crc === mark.crc) return setMark(folder, { ...mark, partialOf: startId }, mark)
  await removeMark(folder, mark)
  return undefined
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
  } catch (error) {
    throw error instanceof PartInterrupted ? error.cause : error
  } finally {
    request.end()
  }
}
