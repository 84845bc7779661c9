import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { findMissingParts, type StoredPart } from '#domain/uploads.ts'
import { type Storage, uploadMissing } from '../storage.ts'
import { findUpload, type Layout, type OpenUpload, objectFolder } from './layout.ts'
import { type Manifest, makeObject, readManifest, sameParts } from './manifest.ts'
import { storedParts } from './marks.ts'
import type { StoreContext } from './put-part.ts'

type Completion = Parameters<Storage['completeUpload']>[0]

/** Parts that are still on their way are ended first, unless the list is refused: nobody writes into an object. */
export async function completeUpload(context: StoreContext, upload: Completion): Promise<{ size: number }> {
  const { layout, runExclusive, inFlight } = context
  await runExclusive(upload.key, async () => (await findDone(layout, upload)) ?? (await findListed(layout, upload)))
  const closed = await inFlight.close(upload.uploadId, uploadMissing())
  try {
    return await runExclusive(upload.key, async () =>
      finish(
        layout,
        (await findDone(layout, upload)) ?? (await makeObject(layout, upload, await findListed(layout, upload))),
      ),
    )
  } finally {
    closed.end()
  }
}

async function findDone(layout: Layout, { key, uploadId, parts }: Completion): Promise<Manifest | undefined> {
  const done = await readManifest(layout, key)
  if (done?.uploadId !== uploadId) return undefined
  if (!sameParts(done, parts)) throw new AppError('conflict', 'This upload has been completed with other parts')
  return done
}

type Listed = { upload: OpenUpload; parts: StoredPart[] }

async function findListed(layout: Layout, { parts: listed, ...ref }: Completion): Promise<Listed> {
  const upload = await findUpload(layout, ref)
  const stored = await storedParts(upload.folder)
  const problem = findMissingParts(listed, stored, Math.max(1, listed.length))
  if (problem) throw new AppError('invalid', problem)
  return { upload, parts: stored.filter(({ partNumber }) => partNumber <= listed.length) }
}

/** Deletes what belongs to the upload only. The process may have ended before that the first time. */
async function finish(layout: Layout, { key, size }: Manifest): Promise<{ size: number }> {
  const folder = objectFolder(layout, key)
  const kept = new Set(['manifest.json', 'data'])
  for (const file of await readdir(folder)) if (!kept.has(file)) await rm(join(folder, file), { force: true })
  return { size }
}
