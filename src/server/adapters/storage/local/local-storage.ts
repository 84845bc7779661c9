import { open, rm } from 'node:fs/promises'
import type { StoredPart } from '#domain/uploads.ts'
import { createKeyedMutex } from '../../../keyed-mutex.ts'
import { hasCode, toStorageFullError } from '../incoming/durable-files.ts'
import { openFreeSpace } from '../incoming/free-space.ts'
import type { PartLimits, Storage, UploadRef } from '../storage.ts'
import { completeUpload } from './completion.ts'
import {
  isEmpty,
  isUploadMissing,
  type Layout,
  layoutOf,
  makeUpload,
  moveToTemp,
  newTemp,
  objectFolder,
  openLayout,
  removeLeftovers,
  unlessMoved,
  uploadMissing,
  uploadsIn,
} from './layout.ts'
import { partialSizes, recoverPartials } from './partials.ts'
import { partsIn } from './parts.ts'
import { trackPartsInFlight } from './parts-in-flight.ts'
import { type Inside, type PartState, putPart, type Start, statePart } from './put-part.ts'
import { findObject, type StoredObject } from './read-object.ts'
import { openSigning, type Signing } from './signing.ts'

/** The embedded store. Beyond the port it reads its own links and objects, for the routes that serve them. */
export type LocalStorage = Storage & {
  /** 'forbidden' unless the URL (path and query, as received) is a link made by signPart that has not expired. */
  readPartLink(url: string): UploadRef & PartLimits & { partNumber: number }
  /** The same for links made by signDownload. */
  readDownloadLink(url: string): { key: string; fileName: string }
  findObject(key: string): Promise<StoredObject>
  /** How much of a part is on disk. Ends a connection that still sends it. */
  statePart(part: UploadRef & { partNumber: number }): Promise<PartState>
  /**
   * Takes the rest of a part, whose limits are those of the whole part: 'precondition-failed' when other bytes than those
   * of `start` are there, 'conflict' when its size is not theirs.
   */
  appendPart(part: Parameters<Storage['putPart']>[0] & { start: Start }): ReturnType<Storage['putPart']>
}

/**
 * The folder must be of one file system, and this process's alone, unless each process that uses it is a sharer with a
 * name of its own. Turns are taken within a process; what several do at once is settled by `rename`, see layout.ts.
 */
export async function openLocalStorage({
  folder,
  sharer,
  publicUrl,
  signingKey,
  now,
}: {
  folder: string
  sharer?: string
  publicUrl: string
  signingKey: Uint8Array
  now: () => Date
}): Promise<LocalStorage> {
  const layout = await openLayout(folder, sharer)
  await recoverPartials(layout)
  await removeLeftovers(layout)
  const inside = {
    layout,
    runExclusive: createKeyedMutex(),
    arrivals: trackPartsInFlight(),
    room: openFreeSpace(folder),
  }
  return {
    resumesParts: true,
    ...links(openSigning({ publicUrl, signingKey, now })),
    openUpload: (upload) => withAppErrors(openUpload(inside, upload)),
    putPart: (part) => withAppErrors(putPart(inside, part)),
    appendPart: (part) => withAppErrors(putPart(inside, part)),
    statePart: (part) => withAppErrors(statePart(inside, part)),
    listParts: (upload) => inside.runExclusive(upload.key, () => listParts(layout, upload)),
    listPartials: (upload) => unlessMoved(layout, upload, (of) => partialSizes(layout, of)),
    completeUpload: (upload) => withAppErrors(inside.runExclusive(upload.key, () => completeUpload(layout, upload))),
    discard: (upload) => withAppErrors(discard(inside, upload)),
    remove: ({ key }) => withAppErrors(inside.runExclusive(key, () => remove(layout, key))),
    read: (object) => read(layout, object),
    listUploads: () => uploadsIn(layout),
    isEmpty: () => isEmpty(layout),
    check: () => withAppErrors(check(layout)),
    findObject: (key) => findObject(layout, key),
  }
}

/** Reads objects in a folder that other processes may be using, and touches nothing in it. */
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

function links(
  signing: Signing,
): Pick<LocalStorage, 'signPart' | 'signDownload' | 'readPartLink' | 'readDownloadLink'> {
  return {
    async signPart({ key, uploadId, partNumber, maxBytes, bytes, expiresAt }) {
      const exact = bytes === undefined ? {} : { bytes: String(bytes) }
      const values = { uploadId, partNumber: String(partNumber), maxBytes: String(maxBytes), ...exact }
      return signing.sign({ method: 'PUT', key, values, expiresAt })
    },
    async signDownload({ key, fileName, expiresAt }) {
      return signing.sign({ method: 'GET', key, values: { fileName }, expiresAt })
    },
    readPartLink(url) {
      const { key, values } = signing.verify({ method: 'PUT', url })
      const { uploadId = '', partNumber, maxBytes, bytes } = values
      const exact = bytes === undefined ? {} : { bytes: Number(bytes) }
      return { key, uploadId, partNumber: Number(partNumber), maxBytes: Number(maxBytes), ...exact }
    },
    readDownloadLink(url) {
      const { key, values } = signing.verify({ method: 'GET', url })
      return { key, fileName: values.fileName ?? '' }
    },
  }
}

async function openUpload({ layout, room }: Inside, { key, bytes = 0 }: Parameters<Storage['openUpload']>[0]) {
  await room.authorize(bytes)
  return makeUpload(layout, key)
}

async function listParts(layout: Layout, upload: UploadRef): Promise<StoredPart[]> {
  const parts = await unlessMoved(layout, upload, partsIn)
  return parts.map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))
}

/** Ends the parts that are coming in as soon as the upload is out of sight, before its bytes are gone. */
async function discard({ layout, runExclusive, arrivals }: Inside, upload: UploadRef): Promise<void> {
  const aside = await runExclusive(upload.key, () => setOpenAside(layout, upload))
  arrivals.cut(upload.uploadId, uploadMissing())
  if (aside) await rm(aside, { recursive: true, force: true })
}

async function setOpenAside(layout: Layout, upload: UploadRef): Promise<string | undefined> {
  try {
    return await unlessMoved(layout, upload, (folder) => moveToTemp(layout, folder))
  } catch (error) {
    // Another process may just have made an object of it, or discarded it.
    if (isUploadMissing(error)) return undefined
    throw error
  }
}

async function remove(layout: Layout, key: string): Promise<void> {
  try {
    const aside = await moveToTemp(layout, objectFolder(layout, key))
    await rm(aside, { recursive: true, force: true })
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
