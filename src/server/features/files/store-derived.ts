import { AppError } from '#domain/errors.ts'
import { MiB } from '#domain/units.ts'
import type { Storage } from '../../adapters/storage/storage.ts'

const PART_BYTES = MiB(64)

type Derived = { key: string; bytes: number; read: (from: number, to: number) => AsyncIterable<Uint8Array> }

/** Stores what was made of a file. The same may have been made before; then that stays. */
export async function storeDerived(storage: Storage, { key, bytes, read }: Derived): Promise<void> {
  const upload = { key, ...(await storage.openUpload({ key, bytes, partBytes: PART_BYTES })) }
  try {
    const parts: { partNumber: number; etag: string }[] = []
    for (let from = 0; from < bytes; from += PART_BYTES) {
      const to = Math.min(bytes, from + PART_BYTES)
      const partNumber = parts.length + 1
      const { etag } = await storage.putPart({ ...upload, partNumber, body: read(from, to), maxBytes: to - from })
      parts.push({ partNumber, etag })
    }
    await storage.completeUpload({ ...upload, parts })
  } catch (error) {
    await storage.discard(upload)
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
}

export const storeBytes = (storage: Storage, key: string, content: Uint8Array): Promise<void> =>
  storeDerived(storage, {
    key,
    bytes: content.length,
    read: async function* (from, to) {
      yield content.slice(from, to)
    },
  })

/** Whether it is still there. */
export async function isStored(storage: Pick<Storage, 'read'>, key: string): Promise<boolean> {
  try {
    for await (const _ of storage.read({ key, to: 1 })) break
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false
    throw error
  }
}
