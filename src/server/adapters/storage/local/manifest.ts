import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import type { CompletedPart, StoredPart } from '#domain/uploads.ts'
import { hasCode, moveInto, syncFolder, writeSynced } from '../incoming/durable-files.ts'
import type { UploadRef } from '../storage.ts'
import { dataIn, type Layout, newTemp, type OpenUpload, objectFolder, positionOf } from './layout.ts'

/** Makes a folder an object: says where in `data` its parts are, in order. */
export type Manifest = {
  key: string
  uploadId: string
  size: number
  parts: { partNumber: number; etag: string; size: number; position: number }[]
}

export async function readManifest(layout: Layout, key: string): Promise<Manifest | undefined> {
  try {
    const manifest: Manifest = JSON.parse(await readFile(join(objectFolder(layout, key), 'manifest.json'), 'utf8'))
    return manifest
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

export const sameParts = (manifest: Manifest, parts: readonly CompletedPart[]): boolean =>
  manifest.parts.length === parts.length &&
  manifest.parts.every((part, at) => part.partNumber === parts[at]?.partNumber && part.etag === parts[at]?.etag)

/** An object never changes under its key, so the upload and its parts name its content. */
export const objectEtag = ({ uploadId, parts }: Manifest): string =>
  createHash('sha256')
    .update([uploadId, ...parts.map(({ etag }) => etag)].join('\n'))
    .digest('hex')
    .slice(0, 32)

/** Whether `data` is the object, with nothing between its parts. A client may have cut its file into shorter ones. */
export function isInOnePiece({ parts }: Manifest): boolean {
  let end = 0
  return parts.every(({ position, size }) => {
    const follows = position === end
    end += size
    return follows
  })
}

/**
 * Makes the object from the upload's folder, once nobody writes into it. The last step is one rename: before it there is an
 * open upload that can be completed again, after it a whole object.
 */
export async function makeObject(
  layout: Layout,
  { key, uploadId }: UploadRef,
  { upload, parts }: { upload: OpenUpload; parts: StoredPart[] },
): Promise<Manifest> {
  const { folder } = upload
  const manifest: Manifest = {
    key,
    uploadId,
    size: parts.reduce((sum, part) => sum + part.size, 0),
    parts: parts.map((part) => ({ ...part, position: positionOf(upload, part.partNumber) })),
  }
  await cutData(dataIn(folder), manifest)
  await writeManifest(layout, folder, manifest)
  const target = objectFolder(layout, key)
  await mkdir(dirname(target), { recursive: true })
  await syncFolder(layout.objects)
  try {
    await moveInto(target, folder)
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw new AppError('conflict', 'There is a file of that key already')
    throw error
  }
  await syncFolder(layout.open)
  return manifest
}

/** Behind the last part there are zeros, and may be parts that are not listed. */
async function cutData(file: string, { uploadId, parts }: Manifest): Promise<void> {
  const end = Math.max(...parts.map(({ position, size }) => position + size))
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    if (size < end) throw new Error(`The parts of upload ${uploadId} are damaged on disk`)
    await handle.truncate(end)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeManifest(layout: Layout, folder: string, manifest: Manifest): Promise<void> {
  const temp = newTemp(layout)
  try {
    await writeSynced(temp, JSON.stringify(manifest))
    await moveInto(join(folder, 'manifest.json'), temp)
  } finally {
    await rm(temp, { force: true })
  }
}
