import type { ReportFile } from '#contract/reports.ts'
import { MODEL_MAKER, mayBePacked } from '#domain/models.ts'
import { DOWNLOAD_URL_TTL_MS } from '#domain/uploads.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { prepareModelJob, unpackedModelKey } from './derived.ts'
import { isStored } from './store-derived.ts'

type PresentDeps = Pick<Deps, 'db' | 'storage' | 'queue' | 'now'>

/** The copy of a GLB without its compression, for a viewer. One that was thrown away is made again. */
export async function presentModel(
  { db, storage, queue, now }: PresentDeps,
  { id: fileId, fileName, bytes: size, sha256, model: stored, virusScan }: StoredFile,
): Promise<Pick<ReportFile, 'model' | 'modelReason'> & { isPending: boolean }> {
  const none = { model: null, modelReason: null, isPending: false }
  if (!mayBePacked({ fileName, bytes: size }) || virusScan === 'infected') return none
  if (sha256 === null || stored?.maker !== MODEL_MAKER) return { ...none, isPending: true }
  const { reason, unpackedBytes: bytes } = stored
  if (bytes === null) return { ...none, modelReason: reason }
  const key = unpackedModelKey(sha256)
  if (!(await isStored(storage, key))) {
    await queue.enqueue(db, prepareModelJob, { fileId })
    return { ...none, isPending: true }
  }
  const expiresAt = new Date(now().getTime() + DOWNLOAD_URL_TTL_MS)
  const url = await storage.signDownload({ key, fileName: 'model.glb', expiresAt })
  return { ...none, model: { url, bytes } }
}
