import { extensionOf } from '#domain/archive/file-types.ts'
import { AppError } from '#domain/errors.ts'
import { type FilePreview, PREVIEW_MAKER, PREVIEW_SIDES } from '#domain/reports.ts'
import { MiB } from '#domain/units.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { work as previewWork } from '../../compute/preview-worker.ts'
import type { Deps } from '../../deps.ts'
import { readFully } from './read-fully.ts'

/** A larger picture is no preview's worth; a map gets its own way of being looked at. */
const SOURCE_BYTES_MAX = MiB(64)
const EXTENSIONS = ['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff']

/** Where a preview lies. It can be thrown away: the next one who wants to see it has it made again. */
export const previewKey = (sha256: string, side: number): string =>
  `derived/${sha256}/preview-${PREVIEW_MAKER}-${side}.webp`

/** Makes the pictures that show a report file in a list and in a dialog, once its content is known, and records its size. */
export async function makePreview(
  deps: Pick<Deps, 'db' | 'storage' | 'compute' | 'log'>,
  fileId: string,
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  const { db, storage } = deps
  const file = await db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!file || file.kind !== 'REPORT' || file.damagedAt) return
  if (file.sha256 === null || file.preview?.maker === PREVIEW_MAKER) return
  const drawn = isPicture(file) ? await draw(deps, file, signal) : null
  const keys: string[] = []
  for (const side of drawn ? PREVIEW_SIDES : []) {
    const key = previewKey(file.sha256, side)
    await store(storage, key, drawn?.pictures[side] ?? new Uint8Array())
    keys.push(key)
  }
  const preview: FilePreview = { maker: PREVIEW_MAKER, size: drawn?.size ?? null }
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ preview: JSON.stringify(preview) })
    .where('id', '=', fileId)
    .executeTakeFirst()
  // Removed meanwhile, with what was there of its preview.
  if (numUpdatedRows === 0n) for (const key of keys) await storage.remove({ key })
}

const isPicture = ({ fileName, bytes, virusScan }: StoredFile): boolean =>
  EXTENSIONS.includes(extensionOf(fileName)) && bytes <= SOURCE_BYTES_MAX && virusScan !== 'infected'

async function draw(
  { storage, compute, log }: Pick<Deps, 'storage' | 'compute' | 'log'>,
  { id: fileId, storageKey: key, bytes }: StoredFile,
  signal: AbortSignal | undefined,
) {
  const file = new URL('../../compute/preview-worker.ts', import.meta.url)
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

/** The same content may have its preview already; then it stays. */
async function store(storage: Storage, key: string, bytes: Uint8Array): Promise<void> {
  const upload = { key, ...(await storage.openUpload({ key, bytes: bytes.length })) }
  try {
    const body = (async function* () {
      yield bytes
    })()
    const { etag } = await storage.putPart({ ...upload, partNumber: 1, body, maxBytes: bytes.length })
    await storage.completeUpload({ ...upload, parts: [{ partNumber: 1, etag }] })
  } catch (error) {
    await storage.discard(upload)
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
}
