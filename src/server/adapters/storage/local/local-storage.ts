import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { PART_BYTES } from '#domain/uploads.ts'
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import { openSigning, type Signing } from '../../../secrets/signed-links.ts'
import { hasCode, toStorageFullError } from '../incoming/durable-files.ts'
import { openFreeSpace } from '../incoming/free-space.ts'
import { trackPartsInFlight } from '../incoming/parts-in-flight.ts'
import {
  cacheControl,
  type PartialPart,
  type PartLimits,
  type Storage,
  type UploadRef,
  uploadMissing,
} from '../storage.ts'
import { completeUpload } from './completion.ts'
import {
  findUpload,
  isEmpty,
  isUploadMissing,
  type Layout,
  layoutOf,
  makeUpload,
  moveToTemp,
  newTemp,
  type OpenUpload,
  objectFolder,
  openLayout,
  removeLeftovers,
  unlessMoved,
  uploadsIn,
} from './layout.ts'
import { isWhole, marksIn, storedParts } from './marks.ts'
import { getPartState, type PartState, putPart, type Start, type StoreContext } from './put-part.ts'
import { findObject, type StoredObject } from './read-object.ts'

/** The embedded store. Beyond the port it verifies its signed URLs and finds its objects, for the routes that serve them. */
export type LocalStorage = Storage & {
  /** 'forbidden' unless the URL (path and query, as received) was made by signPart and has not expired. */
  readPartLink(url: string): UploadRef & PartLimits & { partNumber: number }
  /** The same for URLs made by signDownload. */
  readDownloadLink(url: string): { key: string; fileName: string; inline: string | undefined; cacheControl: string }
  findObject(key: string): Promise<StoredObject>
  /** How much of a part is on disk. Ends a connection that still sends it. */
  getPartState(part: UploadRef & { partNumber: number }): Promise<PartState>
  /**
   * Receives the rest of a part; the limits are those of the whole part. 'precondition-failed' when the stored bytes have
   * another ETag than `start`, 'conflict' when they have another size.
   */
  appendPart(part: Parameters<Storage['putPart']>[0] & { start: Start }): ReturnType<Storage['putPart']>
}

/**
 * The folder must be on one file system, and only this process may use it: a keyed mutex orders its work.
 */
export async function openLocalStorage({
  folder,
  publicUrl,
  signingKey,
  now,
}: {
  folder: string
  publicUrl: string
  signingKey: Uint8Array
  now: () => Date
}): Promise<LocalStorage> {
  const layout = await openLayout(folder)
  await removeLeftovers(layout)
  const context = {
    layout,
    startId: randomBytes(4).toString('hex'),
    runExclusive: createKeyedMutex(),
    inFlight: trackPartsInFlight(),
    freeSpace: openFreeSpace(folder),
  }
  return {
    resumesParts: true,
    ...signedUrls(openSigning({ purpose: 'storage', publicUrl, signingKey, now })),
    openUpload: (upload) => withAppErrors(openUpload(context, upload)),
    putPart: (part) => withAppErrors(putPart(context, part)),
    appendPart: (part) => withAppErrors(putPart(context, part)),
    getPartState: (part) => withAppErrors(getPartState(context, part)),
    listParts: (upload) =>
      context.runExclusive(upload.key, () => unlessMoved(layout, upload, ({ folder: of }) => storedParts(of))),
    listPartials: (upload) => unlessMoved(layout, upload, listPartials),
    completeUpload: (upload) => withAppErrors(completeUpload(context, upload)),
    discard: (upload) => withAppErrors(discard(context, upload)),
    remove: ({ key }) => withAppErrors(context.runExclusive(key, () => remove(layout, key))),
    read: (object) => read(layout, object),
    listUploads: () => uploadsIn(layout),
    isEmpty: () => isEmpty(layout),
    check: () => withAppErrors(check(layout)),
    findObject: (key) => findObject(layout, key),
  }
}

/** Reads objects in a folder that other processes may be using, and changes nothing in it. */
export const readLocalObjects = (folder: string): Pick<Storage, 'read'> => ({
  read: (object) => read(layoutOf(folder), object),
})

const withAppErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw toStorageFullError(error)
  }
}

function signedUrls(
  signing: Signing,
): Pick<LocalStorage, 'signPart' | 'signDownload' | 'readPartLink' | 'readDownloadLink'> {
  return {
    async signPart({ key, uploadId, partNumber, maxBytes, bytes, expiresAt }) {
      const exact = bytes === undefined ? {} : { bytes: String(bytes) }
      const values = { uploadId, partNumber: String(partNumber), maxBytes: String(maxBytes), ...exact }
      return signing.sign({ method: 'PUT', key, values, expiresAt })
    },
    async signDownload({ key, fileName, expiresAt, inline, cacheSeconds }) {
      const values = {
        fileName,
        ...(inline && { inline }),
        ...(cacheSeconds !== undefined && { cacheSeconds: String(cacheSeconds) }),
      }
      return signing.sign({ method: 'GET', key, values, expiresAt })
    },
    readPartLink(url) {
      const { key, values } = signing.verify({ method: 'PUT', url })
      const { uploadId = '', partNumber, maxBytes, bytes } = values
      const exact = bytes === undefined ? {} : { bytes: Number(bytes) }
      return { key, uploadId, partNumber: Number(partNumber), maxBytes: Number(maxBytes), ...exact }
    },
    readDownloadLink(url) {
      const { key, values } = signing.verify({ method: 'GET', url })
      const { fileName = '', inline, cacheSeconds } = values
      const kept = cacheSeconds === undefined ? undefined : Number(cacheSeconds)
      return { key, fileName, inline, cacheControl: cacheControl(kept) }
    },
  }
}

async function openUpload(
  { layout, freeSpace }: StoreContext,
  { key, bytes = 0, partBytes = PART_BYTES }: Parameters<Storage['openUpload']>[0],
) {
  await freeSpace.authorize(bytes)
  return makeUpload(layout, { key, partBytes })
}

const listPartials = async ({ folder }: OpenUpload): Promise<PartialPart[]> =>
  (await marksIn(folder)).filter((mark) => !isWhole(mark)).map(({ partNumber, size }) => ({ partNumber, size }))

/** Aborts the parts in flight as soon as the upload is no longer found, before its bytes are deleted. */
async function discard({ layout, runExclusive, inFlight }: StoreContext, upload: UploadRef): Promise<void> {
  const temp = await runExclusive(upload.key, () => moveOpenToTemp(layout, upload))
  inFlight.abort(upload.uploadId, uploadMissing())
  if (temp) await rm(temp, { recursive: true, force: true })
}

async function moveOpenToTemp(layout: Layout, upload: UploadRef): Promise<string | undefined> {
  try {
    return await moveToTemp(layout, (await findUpload(layout, upload)).folder)
  } catch (error) {
    // It has been completed or discarded.
    if (isUploadMissing(error)) return undefined
    throw error
  }
}

async function remove(layout: Layout, key: string): Promise<void> {
  try {
    const temp = await moveToTemp(layout, objectFolder(layout, key))
    await rm(temp, { recursive: true, force: true })
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

async function* read(
  layout: Layout,
  { key, from = 0, to = Number.POSITIVE_INFINITY }: Parameters<Storage['read']>[0],
): AsyncGenerator<Uint8Array> {
  const object = await findObject(layout, key)
  const range = { start: from, end: Math.min(to, object.size) }
  if (range.start < range.end) yield* object.read(range)
}

async function check(layout: Layout): Promise<void> {
  const temp = newTemp(layout)
  const handle = await open(temp, 'wx')
  try {
    await handle.write('x')
  } finally {
    await handle.close()
    await rm(temp, { force: true })
  }
}
