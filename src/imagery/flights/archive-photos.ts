// The photos of an archive, each read from its head and its tail.
import { createByteReader, type ReadRange, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { parseEntryName } from '#domain/archive/entry-names.ts'
import { findZipEnd } from '#domain/archive/zip-end.ts'
import { type ZipEntry, zipEntries } from '#domain/archive/zip-entries.ts'
import { MiB } from '#domain/units.ts'
import type { Photo } from '../photos/photo.ts'
import { type FoundPhoto, readPhoto } from '../photos/read-photo.ts'
import { isReadable, openEntry } from './entry-bytes.ts'

export type ArchivePhoto = {
  /** With its folders. */
  name: string
  bytes: number
  /** Of its content, by the archive. */
  crc32: number
  /** Null where it can't be read, or is no JPEG or TIFF. */
  photo: Photo | null
}

export type ArchivePhotos = {
  /** In the order of the archive. */
  photos: ArchivePhoto[]
  /** There are more photos than are read. */
  isCut: boolean
}

export const PHOTOS_MAX = 20_000
const AT_ONCE = 8
/** No byte is needed more often, unless entries share bytes to keep us busy. */
const READS_OF_A_BYTE = 3
const READ_BYTES_MIN = MiB(64)

export type Reading = {
  size: number
  readRange: ReadRange
  /** After each photo, with the part that is done, from 0 to 1. */
  report?: (fraction: number) => void
  /** After each photo, with the small JPEG that it holds; in no order. */
  onPhoto?: (photo: ArchivePhoto, thumbnail: FoundPhoto['thumbnail']) => void
  signal?: { throwIfAborted: () => void } | undefined
}

/**
 * Null for what is no ZIP archive. A single photo is an archive of one, without a name.
 * Rejects with UnreadableArchiveError, errors of `readRange`, and the reason of the signal.
 */
export async function readArchivePhotos(reading: Reading): Promise<ArchivePhotos | null> {
  const { size, readRange } = reading
  const reader = createByteReader(size, readRange)
  const end = await findZipEnd(reader)
  if (!end) {
    const found = await readPhoto({ size, readRange })
    if (!found) return null
    const alone = { name: '', bytes: size, crc32: 0, photo: found.photo }
    reading.onPhoto?.(alone, found.thumbnail)
    return { photos: [alone], isCut: false }
  }
  if (end.isSplit) return null
  const entries: ZipEntry[] = []
  let isCut = false
  for await (const entry of zipEntries(reader, end)) {
    if (parseEntryName(entry.name).image === undefined) continue
    isCut = entries.length === PHOTOS_MAX
    if (isCut) break
    entries.push(entry)
  }
  return { photos: await readAll(entries, end.shift, { ...reading, readRange: bounded(reading) }), isCut }
}

/** Rejects with UnreadableArchiveError once too much was asked for. */
function bounded({ size, readRange }: Reading): ReadRange {
  let left = READS_OF_A_BYTE * size + READ_BYTES_MIN
  return (from, to) => {
    left -= to - from
    return left < 0 ? Promise.reject(new UnreadableArchiveError('too-long')) : readRange(from, to)
  }
}

async function readAll(entries: readonly ZipEntry[], shift: number, reading: Reading): Promise<ArchivePhoto[]> {
  const photos: ArchivePhoto[] = []
  let [next, done] = [0, 0]
  const work = async (): Promise<void> => {
    for (let at = next; at < entries.length; at = next) {
      next += 1
      reading.signal?.throwIfAborted()
      const entry = entries[at]
      if (entry) photos[at] = await readOne(entry, shift, reading)
      done += 1
      reading.report?.(done / entries.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return photos
}

async function readOne(entry: ZipEntry, shift: number, { readRange, onPhoto }: Reading): Promise<ArchivePhoto> {
  const found = await readEntry(entry, readRange, shift)
  const photo = { name: nameOf(entry), bytes: entry.unpackedBytes, crc32: entry.crc32, photo: found?.photo ?? null }
  onPhoto?.(photo, found?.thumbnail ?? null)
  return photo
}

async function readEntry(entry: ZipEntry, readRange: ReadRange, shift: number): Promise<FoundPhoto | null> {
  if (!isReadable(entry)) return null
  try {
    const bytes = await openEntry(entry, readRange, shift)
    try {
      return await readPhoto(bytes)
    } finally {
      await bytes.close()
    }
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return null
    throw error
  }
}

/** Names that don't say that they are UTF-8 often are; other bytes are taken for Latin-1. */
export function nameOf({ name }: ZipEntry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(name, (letter) => letter.charCodeAt(0)))
  } catch {
    return name
  }
}
