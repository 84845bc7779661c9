import { open, rm } from 'node:fs/promises'
import { AppError } from '#domain/errors.ts'
import { PARTS_MAX, type StoredPart } from '#domain/uploads.ts'
import { openTurns } from '../../turns.ts'
import { type Arrivals, openArrivals } from './arrivals.ts'
import { completeUpload } from './completion.ts'
import { type DiskRoom, openDiskRoom } from './disk-room.ts'
import { hasCode, saidPlainly } from './durable.ts'
import {
  findUpload,
  isEmpty,
  isNoUpload,
  type Layout,
  layoutOf,
  makeUpload,
  newTemp,
  noUpload,
  objectFolder,
  openLayout,
  setAside,
  unlessMoved,
  uploadsIn,
} from './layout.ts'
import { partsIn, placePart } from './parts.ts'
import { findObject, type StoredObject } from './read-object.ts'
import { receivePart } from './receive-part.ts'
import { openSigning, type Signing } from './signing.ts'
import type { PartLimits, Storage, UploadRef } from './storage.ts'

/** The embedded store. Beyond the port it reads its own links and objects, for the routes that serve them. */
export type LocalStorage = Storage & {
  /** 'forbidden' unless the URL (path and query, as received) is a link made by signPart that has not expired. */
  readPartLink(url: string): UploadRef & PartLimits & { partNumber: number }
  /** The same for links made by signDownload. */
  readDownloadLink(url: string): { key: string; fileName: string }
  findObject(key: string): Promise<StoredObject>
}

type Inside = { layout: Layout; inTurn: ReturnType<typeof openTurns>; arrivals: Arrivals; room: DiskRoom }

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
  const inside = { layout, inTurn: openTurns(), arrivals: openArrivals(), room: openDiskRoom(folder) }
  return {
    ...links(openSigning({ publicUrl, signingKey, now })),
    openUpload: (upload) => plainly(openUpload(inside, upload)),
    putPart: (part) => plainly(putPart(inside, part)),
    listParts: (upload) => inside.inTurn(upload.key, () => listParts(layout, upload)),
    completeUpload: (upload) => plainly(inside.inTurn(upload.key, () => completeUpload(layout, upload))),
    discard: (upload) => plainly(discard(inside, upload)),
    remove: ({ key }) => plainly(inside.inTurn(key, () => remove(layout, key))),
    read: (object) => read(layout, object),
    listUploads: () => uploadsIn(layout),
    isEmpty: () => isEmpty(layout),
    check: () => plainly(check(layout)),
    findObject: (key) => findObject(layout, key),
  }
}

/** Reads objects in a folder that other processes may be using, and touches nothing in it. */
export const readLocalObjects = (folder: string): Pick<Storage, 'read'> => ({
  read: (object) => read(layoutOf(folder), object),
})

const plainly = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw saidPlainly(error)
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
  await room.admit(bytes)
  return makeUpload(layout, key)
}

async function putPart({ layout, inTurn, arrivals, room }: Inside, part: Parameters<Storage['putPart']>[0]) {
  const { partNumber } = part
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > PARTS_MAX)
    throw new AppError('invalid', `Parts are numbered from 1 to ${PARTS_MAX}`)
  // Before the upload is looked for, so that one that is discarded after the look cuts this part too.
  const arrival = arrivals.begin(part)
  const temp = newTemp(layout)
  try {
    await arrival.ready()
    await findUpload(layout, part)
    const { maxBytes, bytes } = part
    const received = await receivePart(temp, { body: arrival.read(part.body), room, maxBytes, bytes })
    // The upload may have been completed or discarded while the part came in.
    await inTurn(part.key, async () =>
      unlessMoved(layout, part, (folder) => placePart(folder, { temp, partNumber, etag: received.etag })),
    )
    return received
  } finally {
    await rm(temp, { force: true }).finally(() => arrival.end())
  }
}

async function listParts(layout: Layout, upload: UploadRef): Promise<StoredPart[]> {
  const parts = await unlessMoved(layout, upload, partsIn)
  return parts.map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))
}

/** Ends the parts that are coming in as soon as the upload is out of sight, before its bytes are gone. */
async function discard({ layout, inTurn, arrivals }: Inside, upload: UploadRef): Promise<void> {
  const aside = await inTurn(upload.key, () => setOpenAside(layout, upload))
  arrivals.cut(upload.uploadId, noUpload())
  if (aside) await rm(aside, { recursive: true, force: true })
}

async function setOpenAside(layout: Layout, upload: UploadRef): Promise<string | undefined> {
  try {
    return await unlessMoved(layout, upload, (folder) => setAside(layout, folder))
  } catch (error) {
    // Another process may just have made an object of it, or discarded it.
    if (isNoUpload(error)) return undefined
    throw error
  }
}

async function remove(layout: Layout, key: string): Promise<void> {
  try {
    const aside = await setAside(layout, objectFolder(layout, key))
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
