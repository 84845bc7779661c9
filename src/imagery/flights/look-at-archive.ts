import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { type ArchivePhotos, type Reading, readArchivePhotos } from './archive-photos.ts'

export type Look = { found: ArchivePhotos; reason: null } | { found: null; reason: string }

const NO_ARCHIVE = 'Only photos in a ZIP archive, or in a TAR that is not compressed, can be looked at.'
const DAMAGED = "The archive is damaged, so its photos can't be looked at."

/** The photos of an archive, or why nothing can be said of them. Rejects with errors of `readRange`, and the reason of the signal. */
export async function lookAtArchive(reading: Reading): Promise<Look> {
  try {
    const found = await readArchivePhotos(reading)
    return found ? { found, reason: null } : { found: null, reason: NO_ARCHIVE }
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return { found: null, reason: DAMAGED }
    throw error
  }
}
