import { type FilePreview, PREVIEW_MAKER, PREVIEW_SIDES } from '#domain/reports.ts'
import type { Deps } from '../../deps.ts'
import { previewKey } from './derived.ts'
import { storeBytes } from './store-derived.ts'

/** The pictures of a file by their longer side, and its own size in pixels. */
export type Drawn = {
  size: { width: number; height: number }
  pictures: Record<(typeof PREVIEW_SIDES)[number], Uint8Array>
}

/** Stores the preview of a file, and records its size; null when there is none. */
export async function recordPreview(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { id, sha256 }: { id: string; sha256: string },
  drawn: Drawn | null,
): Promise<void> {
  const keys: string[] = []
  for (const side of drawn ? PREVIEW_SIDES : []) {
    const key = previewKey(sha256, side)
    await storeBytes(storage, key, drawn?.pictures[side] ?? new Uint8Array())
    keys.push(key)
  }
  const preview: FilePreview = { maker: PREVIEW_MAKER, size: drawn?.size ?? null }
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ preview: JSON.stringify(preview) })
    .where('id', '=', id)
    .executeTakeFirst()
  // Removed meanwhile, with what was there of its preview.
  if (numUpdatedRows === 0n) for (const key of keys) await storage.remove({ key })
}
