import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { type ArchivePhotos, type Reading, readArchivePhotos } from './archive-photos.ts'

export type Look = { found: ArchivePhotos; reason: null } | { found: null; reason: string }

const NO_ARCHIVE = 'Only photos in a ZIP archive, or in a TAR that is not compressed, can be looked at.'
const SPLIT = "This is one part of a split archive, so its photos can't be looked at. Put everything into one archive."
const DAMAGED = "The archive is damaged, incomplete or one part of several, so its photos can't be looked at."

/** The photos of an archive, or why nothing can be said of them. Rejects with errors of `readRange`, and the reason of the signal. */
export async function lookAtArchive(reading: Reading): Promise<Look> {
  try {
    const found = await readArchivePhotos(reading)
    if (found === 'none' || found === 'split') return { found: null, reason: found === 'split' ? SPLIT : NO_ARCHIVE }
    return { found, reason: null }
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return { found: null, reason: DAMAGED }
    throw error
  }
}
