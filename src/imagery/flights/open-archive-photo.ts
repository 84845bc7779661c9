import { createByteReader, type ReadRange } from '#domain/archive/byte-reader.ts'
import { MiB } from '#domain/units.ts'
import { listEntries } from './archive-entries.ts'
import { isReadable } from './entry-bytes.ts'
import { openArchive } from './open-archive.ts'

const PHOTO_BYTES_MAX = MiB(64)

/**
 * All bytes of one photo of an archive, by its name in `readArchivePhotos`; null where there is none, or one of more than 64 MB.
 * Rejects with UnreadableArchiveError, and errors of `readRange`.
 */
export async function openArchivePhoto(
  { size, readRange }: { size: number; readRange: ReadRange },
  name: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = createByteReader(size, readRange)
  const archive = await openArchive(reader)
  if (archive === 'split') return null
  if (archive === 'none') return size > PHOTO_BYTES_MAX ? null : Uint8Array.from(await readRange(0, size))
  const { photos } = await listEntries(archive)
  const entry = photos.find((photo) => photo.name === name)?.entry
  if (!entry || !isReadable(entry) || entry.unpackedBytes > PHOTO_BYTES_MAX) return null
  const bytes = await archive.open(entry, readRange)
  try {
    return Uint8Array.from(await bytes.readRange(0, entry.unpackedBytes))
  } finally {
    await bytes.close()
  }
}
