import type { ReportFile } from '#contract/reports.ts'
import { MODEL_MAKER, mayBePacked } from '#domain/models.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { prepareModelJob, unpackedModelKey } from './derived.ts'
import { signedUntil } from './download-signing.ts'
import { isStored } from './store-derived.ts'

type PresentDeps = Pick<Deps, 'db' | 'storage' | 'queue' | 'now' | 'signedUrlMs'>

/** The copy of a GLB without its compression, for a viewer. One that was thrown away is made again. */
export async function presentModel(
  deps: PresentDeps,
  { id: fileId, fileName, bytes: size, sha256, model: stored, virusScan }: StoredFile,
): Promise<Pick<ReportFile, 'model' | 'modelReason'> & { isPending: boolean }> {
  const { db, storage, queue } = deps
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
  const expiresAt = signedUntil(deps)
  const url = await storage.signDownload({ key, fileName: 'model.glb', expiresAt })
  return { ...none, model: { url, bytes } }
}
