// An archive whose files can be read one by one: ZIP, or TAR that is not compressed.
import { type ByteReader, type ReadRange, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { fileTypeOf, MAGIC_BYTES } from '#domain/archive/file-types.ts'
import { type Listing, zipListing } from '#domain/archive/inspect-file.ts'
import { isTar, tarEntries } from '#domain/archive/tar-entries.ts'
import { findZipEnd, isFirstVolume } from '#domain/archive/zip-end.ts'
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
  if (!end) {
    if (await isFirstVolume(reader)) return 'split'
    if (await startsAsZip(reader)) throw new UnreadableArchiveError('damaged')
    return 'none'
  }
  if (end.isSplit) return 'split'
  const open: OpenArchive['open'] = (entry, readRange) => openEntry(entry, readRange, end.shift)
  const place: OpenArchive['place'] = (entry, readRange) => packedPlace(entry, readRange, end.shift)
  return { type: 'zip', listing: zipListing(reader, end), open, place }
}

/** Its end, with the list of its files, is missing. */
async function startsAsZip(reader: ByteReader): Promise<boolean> {
  const { buffer, byteOffset, byteLength } = await reader.read(0, Math.min(reader.size, MAGIC_BYTES))
  return fileTypeOf(new Uint8Array(buffer, byteOffset, byteLength)) === 'zip'
}
