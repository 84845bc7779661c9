import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { INSPECTION_STOPPED, type Inspection } from '#domain/archive/inspection.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import type { work as inspectWork } from '../../compute/digests/inspect-worker.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { Deps } from '../../deps.ts'
import { type FileJobPayload, fileOf } from './file-job.ts'
import { readFully } from './read-fully.ts'
import { skipIfMissing } from './skip-missing.ts'

/** Inspects an archive by its table of contents, without unpacking it, and records the result once. */
export async function inspectArchive(
  deps: Pick<Deps, 'db' | 'storage' | 'compute' | 'log'>,
  payload: FileJobPayload,
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  const file = await fileOf(deps.db, payload)
  if (file?.kind !== 'ARCHIVE' || file.inspection !== null) return
  const { fileName: name, storageKey: key, bytes: size } = file
  const readRange = (from: number, to: number) => readFully(deps.storage.read({ key, from, to }), to - from)
  const inspecting = inspectInWorker(deps, { file: { name, size }, readRange, signal })
  const inspection = await skipIfMissing(deps, file.id, inspecting)
  if (!inspection) return
  await deps.db
    .updateTable('files')
    .set({ inspection: JSON.stringify(inspection) })
    .where('id', '=', file.id)
    .where('inspection', 'is', null)
    .execute()
}

type InspectionInput = { file: { name: string; size: number }; readRange: ReadRange; signal: AbortSignal | undefined }

/** Half a million entries take a second, which would block all calls. So a worker thread inspects, and this thread reads. */
async function inspectInWorker(
  { compute, log }: Pick<Deps, 'compute' | 'log'>,
  { file: input, ...options }: InspectionInput,
): Promise<Inspection> {
  const file = new URL('../../compute/digests/inspect-worker.ts', import.meta.url)
  try {
    return await compute.run<typeof inspectWork>({ file, input, ...options })
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    log.error({ err: error, fileName: input.name }, 'archive inspection exceeded its budget')
    return INSPECTION_STOPPED
  }
}
