import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { DIRECT_BYTES } from '../incoming/direct-file.ts'
import { hasCode, moveInto, syncFolder, writeSynced } from '../incoming/durable-files.ts'
import { type UploadRef, uploadMissing } from '../storage.ts'

/**
 * The store's folder:
 *
 *   tmp/                          parts that are sent again, folders being removed; emptied at start
 *   open/<upload id>/             an open upload: upload.json (its key), `data` with the bytes of each part at their
 *                                 place, and the marks of what has arrived
 *   objects/<hh>/<hash of key>/   a whole object: manifest.json and `data`, moved here from open/
 *
 * Keys contain file names of users, so they are never used as paths.
 */
export type Layout = { temp: string; open: string; objects: string }

export const layoutOf = (folder: string): Layout => ({
  temp: join(folder, 'tmp'),
  open: join(folder, 'open'),
  objects: join(folder, 'objects'),
})

export async function openLayout(folder: string): Promise<Layout> {
  const layout = layoutOf(folder)
  for (const place of Object.values(layout)) await mkdir(place, { recursive: true })
  await syncFolder(folder)
  return layout
}

export async function removeLeftovers({ temp }: Layout): Promise<void> {
  for (const leftover of await readdir(temp)) await rm(join(temp, leftover), { recursive: true })
}

export const dataIn = (folder: string): string => join(folder, 'data')

export const newTemp = (layout: Layout): string => join(layout.temp, randomUUID())

export const isUploadMissing = (error: unknown): boolean => error instanceof AppError && error.code === 'not-found'

const isUploadId = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

function uploadFolder(layout: Layout, uploadId: string): string {
  if (!isUploadId(uploadId)) throw uploadMissing()
  return join(layout.open, uploadId)
}

export function objectFolder(layout: Layout, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex')
  return join(layout.objects, hash.slice(0, 2), hash)
}

/** The place of each part in `data` begins at a page, since direct writes do. */
export async function makeUpload(
  layout: Layout,
  { key, partBytes }: { key: string; partBytes: number },
): Promise<{ uploadId: string }> {
  const placeBytes = Math.ceil(partBytes / DIRECT_BYTES) * DIRECT_BYTES
  const uploadId = randomBytes(16).toString('hex')
  const temp = newTemp(layout)
  try {
    await mkdir(temp)
    await writeSynced(join(temp, 'upload.json'), JSON.stringify({ key, placeBytes }))
    await syncFolder(temp)
    await moveInto(uploadFolder(layout, uploadId), temp)
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
  return { uploadId }
}

export type OpenUpload = { folder: string; placeBytes: number }

/** Where in `data` a part begins. */
export const positionOf = ({ placeBytes }: OpenUpload, partNumber: number): number => (partNumber - 1) * placeBytes

/** An open upload; 'not-found' when there is none of that id for that key. */
export async function findUpload(layout: Layout, { key, uploadId }: UploadRef): Promise<OpenUpload> {
  const folder = uploadFolder(layout, uploadId)
  const upload = await readUpload(folder)
  if (upload?.key !== key) throw uploadMissing()
  return { folder, placeBytes: upload.placeBytes }
}

/** Another call may complete or discard an upload at any moment. Then it throws 'not-found', as if that had come first. */
export async function unlessMoved<T>(
  layout: Layout,
  upload: UploadRef,
  work: (found: OpenUpload) => Promise<T>,
): Promise<T> {
  const found = await findUpload(layout, upload)
  try {
    return await work(found)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) await findUpload(layout, upload)
    throw error
  }
}

/** Every open upload; may skip one that is completed or discarded meanwhile. */
export async function* uploadsIn(layout: Layout): AsyncGenerator<UploadRef & { openedAt: Date }> {
  for (const uploadId of await readdir(layout.open)) {
    if (!isUploadId(uploadId)) continue
    const upload = await readUpload(join(layout.open, uploadId))
    if (upload) yield { key: upload.key, openedAt: upload.openedAt, uploadId }
  }
}

export async function isEmpty(layout: Layout): Promise<boolean> {
  if ((await readdir(layout.open)).length > 0) return false
  for (const prefix of await readdir(layout.objects))
    if ((await readdir(join(layout.objects, prefix))).length > 0) return false
  return true
}

async function readUpload(folder: string): Promise<{ key: string; placeBytes: number; openedAt: Date } | undefined> {
  const file = join(folder, 'upload.json')
  try {
    const upload: { key: string; placeBytes: number } = JSON.parse(await readFile(file, 'utf8'))
    return { ...upload, openedAt: (await stat(file)).mtime }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Moves a folder into `tmp`, durably. The caller deletes it there, else the next start does. */
export async function moveToTemp(layout: Layout, folder: string): Promise<string> {
  const temp = newTemp(layout)
  await moveInto(temp, folder)
  await syncFolder(dirname(folder))
  return temp
}
