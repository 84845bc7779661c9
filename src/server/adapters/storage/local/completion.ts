import { rm } from 'node:fs/promises'
import { AppError } from '#domain/errors.ts'
import { findMissingParts } from '#domain/uploads.ts'
import { type Storage, uploadMissing } from '../storage.ts'
import { isUploadMissing, type Layout, objectFolder, unlessMoved } from './layout.ts'
import { makeObject, readManifest, sameParts } from './manifest.ts'
import { markCompletion, partsIn, removeOtherParts } from './parts.ts'

type Completion = Parameters<Storage['completeUpload']>[0]

/** Safe when several processes do it at the same time, see manifest.ts. */
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

/** Also removes left-over parts: the process may have ended before that the first time. */
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
    const problem = findMissingParts(listed, stored, Math.max(1, listed.length))
    if (problem) throw new AppError('invalid', problem)
    const parts = stored.filter(({ partNumber }) => partNumber <= listed.length)
    await makeObject(layout, { folder, key, uploadId, parts })
  } finally {
    await rm(mark, { force: true })
  }
}
