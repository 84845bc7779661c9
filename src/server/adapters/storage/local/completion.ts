import { AppError } from '#domain/errors.ts'
import { findMissingParts } from '#domain/uploads.ts'
import type { Storage } from '../storage.ts'
import { findUpload, type Layout, objectFolder } from './layout.ts'
import { type Manifest, makeObject, readManifest, sameParts } from './manifest.ts'
import { partsIn, removeOtherParts } from './parts.ts'

type Completion = Parameters<Storage['completeUpload']>[0]

/** Call it under the lock of the key. */
export async function completeUpload(layout: Layout, upload: Completion): Promise<{ size: number }> {
  const done = await readManifest(layout, upload.key)
  if (done?.uploadId !== upload.uploadId) return finish(layout, await makeObjectOf(layout, upload))
  if (!sameParts(done, upload.parts)) throw new AppError('conflict', 'This upload has been completed with other parts')
  // The process may have ended before that the first time.
  return finish(layout, done)
}

async function makeObjectOf(layout: Layout, { key, uploadId, parts: listed }: Completion): Promise<Manifest> {
  const folder = await findUpload(layout, { key, uploadId })
  const stored = await partsIn(folder)
  const problem = findMissingParts(listed, stored, Math.max(1, listed.length))
  if (problem) throw new AppError('invalid', problem)
  const parts = stored.filter(({ partNumber }) => partNumber <= listed.length)
  return makeObject(layout, { folder, key, uploadId, parts })
}

async function finish(layout: Layout, { key, size, parts }: Manifest): Promise<{ size: number }> {
  await removeOtherParts(objectFolder(layout, key), new Set(parts.map(({ file }) => file)))
  return { size }
}
