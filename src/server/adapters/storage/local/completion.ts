import { rm } from 'node:fs/promises'
import { AppError } from '#domain/errors.ts'
import { findMissingParts } from '#domain/uploads.ts'
import type { Storage } from '../storage.ts'
import { isUploadMissing, type Layout, objectFolder, unlessMoved, uploadMissing } from './layout.ts'
import { makeObject, readManifest, sameParts } from './manifest.ts'
import { markCompletion, partsIn, removeOtherParts } from './parts.ts'

type Completion = Parameters<Storage['completeUpload']>[0]

/** What several processes do at once comes out as if one had done it, see manifest.ts. */
export async function completeUpload(layout: Layout, upload: Completion): Promise<{ size: number }> {
  const done = await findCompleted(layout, upload)
  if (done) return done
  try {
    await unlessMoved(layout, upload, (folder) => completeIn(layout, folder, upload))
  } catch (error) {
    const other = isUploadMissing(error) ? await findCompleted(layout, upload) : undefined
    if (other) return other
    throw error
  }
  const made = await findCompleted(layout, upload)
  if (!made) throw uploadMissing()
  return made
}

/** What is left over is removed now: the end of the process may have come before that the first time. */
async function findCompleted(
  layout: Layout,
  { key, uploadId, parts: listed }: Completion,
): Promise<{ size: number } | undefined> {
  const done = await readManifest(layout, key)
  if (done?.uploadId !== uploadId) return undefined
  await removeOtherParts(objectFolder(layout, key), new Set(done.parts.map(({ file }) => file)))
  if (!sameParts(done, listed)) throw new AppError('conflict', 'This upload has been completed with other parts')
  return { size: done.size }
}

async function completeIn(layout: Layout, folder: string, { key, uploadId, parts: listed }: Completion): Promise<void> {
  const mark = await markCompletion(folder)
  try {
    const stored = await partsIn(folder)
    const fault = findMissingParts(listed, stored, Math.max(1, listed.length))
    if (fault) throw new AppError('invalid', fault)
    const parts = stored.filter(({ partNumber }) => partNumber <= listed.length)
    await makeObject(layout, { folder, key, uploadId, parts })
  } finally {
    await rm(mark, { force: true })
  }
}
