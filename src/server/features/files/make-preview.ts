import { extensionOf } from '#domain/archive/file-types.ts'
import { isGeoTiff } from '#domain/maps.ts'
import { PREVIEW_MAKER } from '#domain/reports.ts'
import { MiB } from '#domain/units.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import type { work as previewWork } from '../../compute/photos/preview-worker.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { Deps } from '../../deps.ts'
import { readFully } from './read-fully.ts'
import { type Drawn, recordPreview } from './record-preview.ts'

/** A larger picture is no preview's worth. */
const SOURCE_BYTES_MAX = MiB(64)
const EXTENSIONS = ['png', 'jpg', 'jpeg', 'webp']

/** Makes the pictures that show a report file in a list and in a dialog, once its content is known, and records its size. */
export async function makePreview(
  deps: Pick<Deps, 'db' | 'storage' | 'compute' | 'log'>,
  fileId: string,
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  const file = await deps.db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!file || file.kind === 'ARCHIVE' || file.damagedAt) return
  if (file.sha256 === null || file.preview?.maker === PREVIEW_MAKER) return
  // Its pictures are drawn when it is prepared as a map.
  if (isGeoTiff(file.fileName)) return
  const drawn = isPicture(file) ? await draw(deps, file, signal) : null
  await recordPreview(deps, { id: file.id, sha256: file.sha256 }, drawn)
}

const isPicture = ({ fileName, bytes, virusScan }: StoredFile): boolean =>
  EXTENSIONS.includes(extensionOf(fileName)) && bytes <= SOURCE_BYTES_MAX && virusScan !== 'infected'

async function draw(
  { storage, compute, log }: Pick<Deps, 'storage' | 'compute' | 'log'>,
  { id: fileId, storageKey: key, bytes }: StoredFile,
  signal: AbortSignal | undefined,
): Promise<Drawn | null> {
  const file = new URL('../../compute/photos/preview-worker.ts', import.meta.url)
  const readRange = (from: number, to: number) => readFully(storage.read({ key, from, to }), to - from)
  try {
    const drawn = await compute.run<typeof previewWork>({ file, input: { bytes }, readRange, signal })
    if (!drawn || !('problem' in drawn)) return drawn
    log.info({ fileId, problem: drawn.problem }, 'no preview')
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    log.error({ err: error, fileId }, 'preview exceeded its budget')
  }
  return null
}
