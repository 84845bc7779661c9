import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { hasCode, moveInto, syncFolder, writeSynced } from './durable.ts'
import type { UploadRef } from './storage.ts'

/**
 * The store's folder:
 *
 *   tmp/                          parts being received, things being removed; emptied at start
 *   open/<upload id>/             an open upload: upload.json (its key) and the parts that have arrived
 *   objects/<hh>/<hash of key>/   a whole object: manifest.json and its parts, moved here from open/ as they are
 *
 * Keys carry names that people chose, so they are never used as paths.
 */
export type Layout = { temp: string; open: string; objects: string }

/** Only one process may have the folder open: it takes every temporary file for a leftover. */
export async function openLayout(folder: string): Promise<Layout> {
  const layout = { temp: join(folder, 'tmp'), open: join(folder, 'open'), objects: join(folder, 'objects') }
  for (const place of Object.values(layout)) await mkdir(place, { recursive: true })
  await syncFolder(folder)
  for (const leftover of await readdir(layout.temp)) await rm(join(layout.temp, leftover), { recursive: true })
  return layout
}

export const newTemp = (layout: Layout): string => join(layout.temp, randomUUID())

export const noUpload = (): AppError => new AppError('not-found', 'This upload does not exist or is no longer open')

const isUploadId = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

function uploadFolder(layout: Layout, uploadId: string): string {
  if (!isUploadId(uploadId)) throw noUpload()
  return join(layout.open, uploadId)
}

export function objectFolder(layout: Layout, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex')
  return join(layout.objects, hash.slice(0, 2), hash)
}

export async function makeUpload(layout: Layout, key: string): Promise<{ uploadId: string }> {
  const uploadId = randomBytes(16).toString('hex')
  const temp = newTemp(layout)
  try {
    await mkdir(temp)
    await writeSynced(join(temp, 'upload.json'), JSON.stringify({ key }))
    await syncFolder(temp)
    await moveInto(uploadFolder(layout, uploadId), temp)
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
  return { uploadId }
}

/** The folder of an open upload; 'not-found' when there is none of that id for that key. */
export async function findUpload(layout: Layout, { key, uploadId }: UploadRef): Promise<string> {
  const folder = uploadFolder(layout, uploadId)
  const upload = await readUpload(folder)
  if (upload?.key !== key) throw noUpload()
  return folder
}

/** Every open upload. One that is completed or discarded meanwhile may be left out. */
export async function* uploadsIn(layout: Layout): AsyncGenerator<UploadRef & { openedAt: Date }> {
  for (const uploadId of await readdir(layout.open)) {
    if (!isUploadId(uploadId)) continue
    const upload = await readUpload(join(layout.open, uploadId))
    if (upload) yield { ...upload, uploadId }
  }
}

async function readUpload(folder: string): Promise<{ key: string; openedAt: Date } | undefined> {
  const file = join(folder, 'upload.json')
  try {
    const { key }: { key: string } = JSON.parse(await readFile(file, 'utf8'))
    return { key, openedAt: (await stat(file)).mtime }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Takes a folder out of sight, at once and for good. Its bytes are the caller's to remove; the next start does it else. */
export async function setAside(layout: Layout, folder: string): Promise<string> {
  const temp = newTemp(layout)
  await moveInto(temp, folder)
  await syncFolder(dirname(folder))
  return temp
}
