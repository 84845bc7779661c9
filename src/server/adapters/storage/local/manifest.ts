import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import { hasCode, moveInto, syncFolder, writeSynced } from '../incoming/durable-files.ts'
import { type Layout, newTemp, objectFolder } from './layout.ts'
import type { PartFile } from './parts.ts'

/** Makes a folder an object: names its files in order. */
export type Manifest = {
  key: string
  uploadId: string
  size: number
  parts: { partNumber: number; etag: string; size: number; file: string }[]
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

/**
 * Makes the object from the upload's folder. The last step is one rename: before it there is an open upload that can be
 * completed again, after it a whole object.
 */
export async function makeObject(
  layout: Layout,
  { folder, key, uploadId, parts }: { folder: string; key: string; uploadId: string; parts: PartFile[] },
): Promise<Manifest> {
  for (const part of parts) {
    const { size } = await stat(join(folder, part.file))
    if (size !== part.size) throw new Error(`Part ${part.partNumber} of upload ${uploadId} is damaged on disk`)
  }
  const manifest: Manifest = {
    key,
    uploadId,
    size: parts.reduce((sum, part) => sum + part.size, 0),
    parts: parts.map(({ partNumber, etag, size, file }) => ({ partNumber, etag, size, file })),
  }
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

async function writeManifest(layout: Layout, folder: string, manifest: Manifest): Promise<void> {
  const temp = newTemp(layout)
  try {
    await writeSynced(temp, JSON.stringify(manifest))
    await moveInto(join(folder, 'manifest.json'), temp)
  } finally {
    await rm(temp, { force: true })
  }
}
