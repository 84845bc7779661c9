// The photos of an archive, each read from its head and its tail, and the files beside them that may tell places.
import { createByteReader, type ReadRange } from '#domain/archive/byte-reader.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { KiB, MiB } from '#domain/units.ts'
import type { ArchiveFile } from '../control-points/control-point-source.ts'
import { isToBeRead } from '../control-points/recognise.ts'
import type { Photo } from '../photos/photo.ts'
import { NO_PIXELS, type PhotoPixels } from '../photos/pixels/photo-pixels.ts'
import { type FoundPhoto, readPhoto } from '../photos/read-photo.ts'
import { listEntries, type NamedEntry, NO_OTHER_FILES, type OtherFiles, type PhotoEntry } from './archive-entries.ts'
import { chooseSample } from './choose-sample.ts'
import { type EntryBytes, isReadable, obstacleOf, STORED } from './entry-bytes.ts'
import { boundedReads, withBytes } from './entry-reads.ts'
import { type OpenArchive, openArchive } from './open-archive.ts'
import { readAhead } from './read-ahead.ts'

export type ArchivePhoto = {
  /** With its folders. */
  name: string
  bytes: number
  /** Of its content, by the archive. */
  crc32: number
  /** Null where it can't be read, or is no JPEG or TIFF. */
  photo: Photo | null
  /** Why it can't be read, where the archive says it: the method it is packed with, or that it has a password. */
  obstacle?: string
  pixels: PhotoPixels
}

export type ArchivePhotos = {
  /** In the order of the archive. */
  photos: ArchivePhoto[]
  /** There are more photos than are read. */
  isCut: boolean
  /** Those that may tell places, the most likely ones first. */
  files: ArchiveFile[]
  others: OtherFiles
}

/** Of one file that is read whole, and of all of them. */
const FILE_BYTES_MAX = MiB(4)
const FILES_BYTES_MAX = MiB(32)
const AT_ONCE = 8

export type Reading = {
  size: number
  readRange: ReadRange
  /** After each photo, with the part that is done, from 0 to 1. */
  report?: (fraction: number) => void
  /** After each photo, with the small JPEG that it holds, and how many photos there are; in no order. */
  onPhoto?: (photo: ArchivePhoto, thumbnail: FoundPhoto['thumbnail'], count: number) => void
  signal?: { throwIfAborted: () => void } | undefined
}

/**
 * 'none' for what is neither a ZIP archive nor a TAR, 'split' for a part of one. A single photo is an archive of one, without a name.
 * Rejects with UnreadableArchiveError, errors of `readRange`, and the reason of the signal.
 */
export async function readArchivePhotos(reading: Reading): Promise<ArchivePhotos | 'none' | 'split'> {
  const { size, readRange } = reading
  const reader = createByteReader(size, readRange)
  const archive = await openArchive(reader)
  if (archive === 'none') {
    const found = await readPhoto({ size, readRange }, true)
    if (!found) return 'none'
    const alone = { name: '', bytes: size, crc32: 0, photo: found.photo, pixels: found.pixels }
    reading.onPhoto?.(alone, found.thumbnail, 1)
    return { photos: [alone], isCut: false, files: [], others: NO_OTHER_FILES }
  }
  if (archive === 'split') return 'split'
  const { photos, isCut, files, others } = await listEntries(archive)
  const bounds = { ...reading, readRange: boundedReads(reading) }
  return {
    photos: await readAll(photos, archive, bounds),
    isCut,
    files: await readFiles(files, archive, bounds),
    others,
  }
}

async function readAll(
  entries: readonly PhotoEntry[],
  archive: OpenArchive,
  reading: Reading,
): Promise<ArchivePhoto[]> {
  const photos: ArchivePhoto[] = []
  const sizes = entries.map(({ entry }) => entry.unpackedBytes)
  const isLookedAt = chooseSample(sizes, reading.size)
  let [next, done] = [0, 0]
  const work = async (): Promise<void> => {
    for (let at = next; at < entries.length; at = next) {
      next += 1
      reading.signal?.throwIfAborted()
      const entry = entries[at]
      if (entry)
        photos[at] = await readOne(entry, archive, { ...reading, withPixels: isLookedAt(at), count: entries.length })
      done += 1
      reading.report?.(done / entries.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return photos
}

async function readOne(
  { name, entry, hasWorldFile }: PhotoEntry,
  archive: OpenArchive,
  { size, readRange, onPhoto, withPixels, count }: Reading & { withPixels: boolean; count: number },
): Promise<ArchivePhoto> {
  const ahead = readAhead(readRange, { bytes: aheadOf(entry, withPixels), size })
  const found = await withBytes(entry, { readRange: ahead, archive }, (bytes) => readPhoto(bytes, withPixels))
  const { photo: said = null, pixels = NO_PIXELS } = found ?? {}
  const obstacle = isReadable(entry) ? {} : { obstacle: obstacleOf(entry) }
  const kind = said && hasWorldFile ? { ...said, isMap: true } : said
  const photo = { name, bytes: entry.unpackedBytes, crc32: entry.crc32, photo: kind, ...obstacle, pixels }
  onPhoto?.(photo, found?.thumbnail ?? null, count)
  return photo
}

const JPEG_NAME = /\.jpe?g$/i
const AHEAD = { jpeg: KiB(64), jpegWithPixels: KiB(128), other: KiB(1) }

/** As much as is read of a photo anyway: of a packed one this is not known, and a TIFF has its directory somewhere. */
function aheadOf({ name, method, packedBytes }: ZipEntry, withPixels: boolean): number {
  if (method !== STORED) return 0
  if (!JPEG_NAME.test(name)) return AHEAD.other
  return Math.min(packedBytes + AHEAD.other, withPixels ? AHEAD.jpegWithPixels : AHEAD.jpeg)
}

/** Each is read whole, once. */
async function readFiles(
  entries: readonly NamedEntry[],
  archive: OpenArchive,
  reading: Reading,
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = []
  let left = FILES_BYTES_MAX
  for (const { name, entry } of entries) {
    reading.signal?.throwIfAborted()
    const size = entry.unpackedBytes
    const isRead = isToBeRead(name) && size <= FILE_BYTES_MAX && size <= left
    if (isRead) left -= size
    const whole = ({ readRange }: EntryBytes) => readRange(0, size)
    const bytes = isRead ? await withBytes(entry, { readRange: reading.readRange, archive }, whole) : undefined
    files.push({ name, bytes: bytes ?? null })
  }
  return files
}
