// An archive whose files can be read one by one: ZIP, or TAR that is not compressed.
import type { ByteReader, ReadRange } from '#domain/archive/byte-reader.ts'
import { type Listing, zipListing } from '#domain/archive/inspect-file.ts'
import { isTar, tarEntries } from '#domain/archive/tar-entries.ts'
import { findZipEnd } from '#domain/archive/zip-end.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { type EntryBytes, openEntry, packedPlace, storedBytes } from './entry-bytes.ts'

export type OpenArchive = {
  type: 'zip' | 'tar'
  listing: Listing
  /** Rejects with UnreadableArchiveError, as do reads of it. */
  open: (entry: ZipEntry, readRange: ReadRange) => Promise<EntryBytes>
  /** Where its packed bytes lie. Rejects in the same way. */
  place: (entry: ZipEntry, readRange: ReadRange) => Promise<{ from: number; to: number }>
}

/** 'none' for what is neither, 'split' for a part of one. Rejects with UnreadableArchiveError. */
export async function openArchive(reader: ByteReader): Promise<OpenArchive | 'none' | 'split'> {
  // First, because a TAR may end with a ZIP archive.
  if (await isTar(reader))
    return {
      type: 'tar',
      listing: { size: reader.size, entries: () => tarEntries(reader), count: null },
      open: ({ from, to }, readRange) => Promise.resolve(storedBytes(readRange, from, to)),
      place: ({ from, to }) => Promise.resolve({ from, to }),
    }
  const end = await findZipEnd(reader)
  if (!end) return 'none'
  if (end.isSplit) return 'split'
  const open: OpenArchive['open'] = (entry, readRange) => openEntry(entry, readRange, end.shift)
  const place: OpenArchive['place'] = (entry, readRange) => packedPlace(entry, readRange, end.shift)
  return { type: 'zip', listing: zipListing(reader, end), open, place }
}
