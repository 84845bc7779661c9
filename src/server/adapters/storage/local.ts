import { open, rm } from 'node:fs/promises'
import { AppError } from '#domain/errors.ts'
import { PARTS_MAX, type StoredPart, whyIncomplete } from '#domain/uploads.ts'
import { type Arrivals, openArrivals } from './arrivals.ts'
import { saidPlainly } from './durable.ts'
import {
  findUpload,
  type Layout,
  makeUpload,
  newTemp,
  noUpload,
  objectFolder,
  openLayout,
  setAside,
  uploadsIn,
} from './layout.ts'
import { makeObject, readManifest, sameParts } from './manifest.ts'
import { partsIn, placePart } from './parts.ts'
import { findObject, type StoredObject } from './read-object.ts'
import { receivePart } from './receive-part.ts'
import { openSigning, type Signing } from './signing.ts'
import type { PartLimits, Storage, UploadRef } from './storage.ts'
import { openTurns } from './turns.ts'

/** The embedded store. Beyond the port it reads its own links and objects, for the routes that serve them. */
export type LocalStorage = Storage & {
  /** 'forbidden' unless the URL (path and query, as received) is a link made by signPart that has not expired. */
  readPartLink(url: string): UploadRef & PartLimits & { partNumber: number }
  /** The same for links made by signDownload. */
  readDownloadLink(url: string): { key: string; fileName: string }
  findObject(key: string): Promise<StoredObject>
}

type Inside = { layout: Layout; inTurn: ReturnType<typeof openTurns>; arrivals: Arrivals }

/** The folder must be this process's alone, and of one file system. */
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
  const inside = { layout, inTurn: openTurns(), arrivals: openArrivals() }
  return {
    ...links(openSigning({ publicUrl, signingKey, now })),
    openUpload: ({ key }) => plainly(makeUpload(layout, key)),
    putPart: (part) => plainly(putPart(inside, part)),
    listParts: (upload) => inside.inTurn(upload.uploadId, () => listParts(layout, upload)),
    completeUpload: (upload) => plainly(inside.inTurn(upload.uploadId, () => completeUpload(layout, upload))),
    discard: (upload) => plainly(discard(inside, upload)),
    read: ({ key }) => read(layout, key),
    listUploads: () => uploadsIn(layout),
    check: () => plainly(check(layout)),
    findObject: (key) => findObject(layout, key),
  }
}

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

async function putPart({ layout, inTurn, arrivals }: Inside, part: Parameters<Storage['putPart']>[0]) {
  const { partNumber } = part
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > PARTS_MAX)
    throw new AppError('invalid', `Parts are numbered from 1 to ${PARTS_MAX}`)
  // Before the upload is looked for, so that one that is discarded after the look cuts this part too.
  const arrival = arrivals.begin(part.uploadId)
  const temp = newTemp(layout)
  try {
    await findUpload(layout, part)
    const { maxBytes, bytes } = part
    const received = await receivePart(temp, { body: arrival.read(part.body), maxBytes, bytes })
    // The upload may have been completed or discarded while the part came in.
    await inTurn(part.uploadId, async () =>
      placePart(await findUpload(layout, part), { temp, partNumber, etag: received.etag }),
    )
    return received
  } finally {
    arrival.end()
    await rm(temp, { force: true })
  }
}

async function listParts(layout: Layout, upload: UploadRef): Promise<StoredPart[]> {
  const parts = await partsIn(await findUpload(layout, upload))
  return parts.map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))
}

async function completeUpload(
  layout: Layout,
  { key, uploadId, parts: listed }: Parameters<Storage['completeUpload']>[0],
): Promise<{ size: number }> {
  const done = await readManifest(layout, key)
  if (done?.uploadId === uploadId) {
    if (!sameParts(done, listed)) throw new AppError('conflict', 'This upload has been completed with other parts')
    return { size: done.size }
  }
  const folder = await findUpload(layout, { key, uploadId })
  const stored = await partsIn(folder)
  const fault = whyIncomplete(listed, stored, Math.max(1, listed.length))
  if (fault) throw new AppError('invalid', fault)
  const parts = stored.filter(({ partNumber }) => partNumber <= listed.length)
  return { size: (await makeObject(layout, { folder, key, uploadId, parts })).size }
}

/** Ends the parts that are coming in as soon as the upload is out of sight, before its bytes are gone. */
async function discard({ layout, inTurn, arrivals }: Inside, upload: UploadRef): Promise<void> {
  const aside = await inTurn(upload.uploadId, async () => {
    const folder = await folderOf(layout, upload)
    return folder && setAside(layout, folder)
  })
  arrivals.cut(upload.uploadId, noUpload())
  if (aside) await rm(aside, { recursive: true, force: true })
}

/** Where the bytes of an upload are: still its own, or those of the object made from it. */
async function folderOf(layout: Layout, upload: UploadRef): Promise<string | undefined> {
  try {
    return await findUpload(layout, upload)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not-found')) throw error
  }
  const done = await readManifest(layout, upload.key)
  return done?.uploadId === upload.uploadId ? objectFolder(layout, upload.key) : undefined
}

async function* read(layout: Layout, key: string): AsyncGenerator<Uint8Array> {
  const object = await findObject(layout, key)
  yield* object.read({ start: 0, end: object.size })
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
